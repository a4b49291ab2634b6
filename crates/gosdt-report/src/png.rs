//! The tree as an image, with the fonts of the machine.
use crate::tree_picture::unstyled_svg;
use gosdt_tree::Model;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// Pixels for each unit of the picture, where the image does not get too large.
const SCALE: f32 = 2.0;
/// About 200 MB while the image is made.
const MOST_PIXELS: f32 = 4e7;
/// Larger trees are refused: drawing them takes many seconds, and nobody could read them.
const MOST_NODES: usize = 4_001;
/// Deeper trees are refused: the renderer follows nested groups by recursion.
const MOST_DEPTH: usize = 200;

/// Why there is no image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// Without fonts all text would be missing.
    #[error("there are no fonts on this machine to write names with; install one, or use SVG")]
    NoFonts,
    /// The tree is too large for an image.
    #[error(
        "a tree of {leaves} leaves and depth {depth} is too large for an image, which shows 2,001 \
         leaves and depth 200 at most; use SVG or HTML"
    )]
    TooLarge {
        /// Its leaves.
        leaves: usize,
        /// Its depth.
        depth: usize,
    },
    /// The picture was not understood: a bug in gosdt.
    #[error("the picture cannot be drawn: {0}")]
    Picture(String),
}

/// The tree as a PNG image, two pixels for each unit of [`crate::svg`] (fewer when it would be
/// huge), on white. Trees of more than 2,001 leaves, or deeper than 200, are refused.
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn png(model: &Model) -> Result<Vec<u8>, PngError> {
    check_size(model)?;
    let mut options = Options::default();
    choose_font(options.fontdb_mut())?;
    let tree = Tree::from_str(&unstyled_svg(model), &options).map_err(cannot)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = SCALE.min((MOST_PIXELS / (width * height)).sqrt());
    let [across, down] = [width, height].map(|length| (length * scale).ceil() as u32);
    let mut image = Pixmap::new(across, down).ok_or_else(|| cannot("it is too large"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut image.as_mut());
    image.encode_png().map_err(cannot)
}

fn check_size(model: &Model) -> Result<(), PngError> {
    let (leaves, depth) = (model.tree.leaves(), model.tree.depth());
    match model.tree.nodes.len() > MOST_NODES || depth > MOST_DEPTH {
        true => Err(PngError::TooLarge { leaves, depth }),
        false => Ok(()),
    }
}

/// Loads the machine's fonts, and makes the generic font one that is there.
fn choose_font(fonts: &mut Database) -> Result<(), PngError> {
    fonts.load_system_fonts();
    let names: Vec<&String> =
        fonts.faces().filter_map(|face| face.families.first()).map(|(name, _)| name).collect();
    let sans = names.iter().find(|name| name.to_lowercase().contains("sans"));
    let chosen = (*sans.or(names.first()).ok_or(PngError::NoFonts)?).clone();
    fonts.set_sans_serif_family(chosen);
    Ok(())
}

fn cannot(why: impl ToString) -> PngError {
    PngError::Picture(why.to_string())
}
