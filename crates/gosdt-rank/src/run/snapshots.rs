//! The trees that growing a tree goes through.
use gosdt_search::{GrownTree, GrowthStep, Shape};

/// The tree after each of the first steps, after ever more steps from there on and, if nothing stopped
/// its growing, the whole tree last.
///
/// A run that is stopped has those up to the step that it came to, and one that goes on has all of them:
/// more time never gives a worse tree, although what a tree gains for a relaxation it may lose for the
/// objective.
pub(super) fn snapshots(grown: &GrownTree) -> impl Iterator<Item = Shape> + '_ {
    let begun = counts().take_while(|&count| count <= grown.steps.len());
    begun.map(|count| after(&grown.steps[..count])).chain(grown.tree.clone())
}

/// Up to this many steps every tree is looked at.
const FEW: usize = 32;

/// Numbers of steps.
fn counts() -> impl Iterator<Item = usize> {
    let next = |count: usize| count + 1 + if count < FEW { 0 } else { count / 4 };
    std::iter::successors(Some(1), move |&count| Some(next(count)))
}

/// The tree after some steps: nodes that were not reached by then are leaves.
fn after(steps: &[GrowthStep]) -> Shape {
    subtree(&mut steps.iter())
}

fn subtree<'a>(steps: &mut impl Iterator<Item = &'a GrowthStep>) -> Shape {
    let leaf = Shape::leaf(0);
    match steps.next() {
        Some(&GrowthStep { feature: Some(feature), is_grown }) => {
            let [yes, no] = [0; 2].map(|_| if is_grown { subtree(steps) } else { leaf.clone() });
            Shape::split(feature as usize, &yes, &no)
        }
        _ => leaf,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A split whose sides were grown: that of yes to two leaves by counting, that of no by a split.
    fn grown(steps: usize) -> GrownTree {
        let leaf = Shape::leaf(0);
        let (one, two) = (Shape::split(1, &leaf, &leaf), Shape::split(2, &leaf, &leaf));
        let step = |feature: Option<u32>, is_grown: bool| GrowthStep { feature, is_grown };
        let counted = step(None, false);
        let all =
            [step(Some(0), true), step(Some(1), false), step(Some(2), true), counted, counted];
        let whole = Shape::split(0, &one, &two);
        GrownTree { tree: (steps == all.len()).then_some(whole), steps: all[..steps].to_vec() }
    }

    #[test]
    fn a_tree_is_grown_step_by_step() {
        let leaf = Shape::leaf(0);
        let one = Shape::split(1, &leaf, &leaf);
        let found: Vec<Shape> = snapshots(&grown(5)).collect();
        assert_eq!(found[..2], [Shape::split(0, &leaf, &leaf), Shape::split(0, &one, &leaf)]);
        let whole = grown(5).tree.expect("it is whole");
        assert_eq!(found[2..], [&whole; 4].map(Shape::clone));
    }

    /// What a stopped growth has, one that goes on has, too.
    #[test]
    fn the_trees_of_a_growth_that_was_stopped_are_those_of_a_longer_one() {
        let all: Vec<Shape> = snapshots(&grown(5)).collect();
        for steps in 0..5 {
            let some: Vec<Shape> = snapshots(&grown(steps)).collect();
            assert_eq!(some, all[..steps]);
        }
    }

    #[test]
    fn the_trees_of_long_growths_are_few() {
        let most = 100_000;
        assert!(counts().take_while(|&count| count < most).count() < 100);
        assert!(counts().take(FEW).eq(1..=FEW));
    }
}
