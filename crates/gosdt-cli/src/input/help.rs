//! Texts at the end of `--help`.

pub const EXIT_CODES: &str = "Exit codes:
  0    done; for fit and demo: the tree is optimal, or a limit ended the search
       (the tree is the best found, its bounds hold)
  1    anything else, such as an output that cannot be written, or a time limit that ended
       while the table was read
  2    bad input: the data, a model, or an option; or what does not fit into memory
  130  interrupted by Ctrl-C or SIGTERM; the best tree so far was still handed over, unless
       the table was still being read (Ctrl-C twice quits at once, without)";

pub const FIT_HELP: &str = "Examples:
  gosdt fit iris.csv -o iris.json
  gosdt fit train.csv --test test.csv --report report.html
  gosdt fit train.csv --lambda 0.02 --baseline
  gosdt fit train.csv --select cv:5 --report report.html
  gosdt fit train.csv --select cv:10 --lambdas 0.1,0.05,0.02 --select-rule min --seed 7
  gosdt fit patients.csv.gz --target ill --positive yes --objective weighted:5 --lambda 0.005
  gosdt fit sensors.csv --thresholds quantile:32 --max-depth 4
  cut -d, -f2- big.csv | gosdt fit - --max-depth 4 --time-limit 60s --json
  gosdt fit big.csv --explain
  gosdt fit 'part-*.parquet' --target clicked -o tree.json
  gosdt fit train.csv -o tree.json --certificate tree.proof && gosdt-check train.csv tree.json tree.proof

Time counts from the start of the command: reading, grouping equal rows and greedy trees are part of
it, and greedy trees beside the tree (--baseline, --report) have at most a tenth of it, or a second.

A certificate is written after the fit and has a time limit of its own (--certificate-time-limit). If there
is none in the end, the tree is handed over all the same, and the exit code is 1 (2 if the objective has
no certificates: auc, pauc:T, fscore, fbeta:B, jaccard). gosdt-check says what it proves.

A cost file has a row per predicted and a column per true class:
  predicted,healthy,ill
  healthy,0,10
  ill,1,0

--json prints one object: status (optimal, optimal-among-thresholds, optimal-up-to-rounding,
time-limit, memory-limit, interrupted), objective, loss, lambda, leaves, depth, lower_bound,
upper_bound, gap, exact, canonical (with a proof), seconds,
search_seconds, phases (seconds of reading, typing, grouping, greedy, search, certifying),
peak_memory (bytes), nodes, rows,
equivalence_classes, binary_features, train (metrics), tree; with --test also test (metrics) and
test_loss (the loss of the objective on its rows); with
--all-optima above 1 and a proof also optima (trees) and listed_all; with --baseline also baseline: for the greedy
trees pruned and same_leaves objective, loss, leaves, depth, train, test, test_loss; with --thresholds other than
all also thresholds: rule, kept, offered, most_per_column; with --select also
selection: folds, rule, lambda, lambda_min, lambda_1se, seconds, and candidates, each with lambda,
mean_loss, loss_error, mean_accuracy, accuracy_error, mean_leaves, proven and, for each fold, losses,
accuracies, leaves. With --explain it is another object: rows, distinct_rows, columns (name, kind,
splits), splits, stored (bits, ranks, not-at-all), grouping_memory, search_memory, memory_limit,
expectation.

Exit codes: 0 optimal or stopped by a limit, 130 interrupted with the best tree handed over,
2 bad input, 1 anything else.";

#[cfg(feature = "parquet")]
pub const COMPRESS_HELP: &str = "Examples:
  gosdt compress clicks/ -o clicks.classes.parquet --target clicked
  gosdt compress 'part-*.parquet' -o classes.parquet --thresholds quantile:8 --memory-limit 4G
  gosdt fit classes.parquet --lambda 0.001 -o tree.json

Equal rows are merged while the files are read, batch by batch: memory grows with the distinct rows and
values, not with the rows. A fit to the compressed table is the fit to the table: the same tree,
objective, bounds and counts of rows. With --thresholds quantile:K numbers are replaced by the intervals
between the thresholds first, and the file says that it is not exact; a tree is then optimal among these
thresholds. Columns of a Parquet file are what the file says: numbers, booleans, or categories for text.

--json prints one object: rows, distinct_rows, columns, exact, dropped_rows, seconds, bytes.

Exit codes: 0 written, 130 interrupted, 2 bad input or what does not fit into memory, 1 anything else;
the file is written whole or not at all.";

pub const PATH_HELP: &str = "Examples:
  gosdt path iris.csv --report iris.html
  gosdt path train.csv --from 0.1 --to 0.002 --csv path.csv --save-all models
  gosdt path train.csv --test test.csv --select cv:5 --report path.html
  gosdt path train.csv --certificates proofs
  gosdt path patients.csv --objective balanced --max-depth 4 --time-limit 10m --json path.json

Every optimum for λ between --from and --to is the objective of one of the trees printed, exactly;
the λ at which two neighbours tie are the ends of their ranges. Limits on time and memory are for all
of it: what is proven by then is handed over, and for the rest the gap says how far the trees may be
from the optimum.

What a tree loses on other rows is how to choose one. --test FILE measures each tree of the path on a table
of its own. --select cv:K cross-validates: for each tree, at a λ of its range, trees are fitted without a
part of the rows and measured on that part; the tree that the rule takes (--select-rule) is marked. The
path may then use half of a time limit, and the folds have the rest.

--json prints one object: status, objective (its name), seconds, search_seconds, nodes, rows,
equivalence_classes, binary_features, thresholds (as for fit); unproven, ranges of λ with lambda_low, lambda_high (and the
same as exact fractions, *_exact) and gap; and trees, each with these and lambda (one of the range),
leaves, depth, loss, objective_low, objective_high, proven, train (metrics), tree; with --test also
test_loss and test (metrics); with --select also chosen, and beside trees selection, as for fit, with a
candidate for each tree. --csv has a line for each tree with the same but for metrics and tree; with
--test also test_loss, test_accuracy and test_balanced_accuracy, with --select cv_lambda, cv_loss,
cv_loss_error, cv_accuracy, cv_accuracy_error and chosen.

Exit codes: 0 proven or stopped by a limit, 130 interrupted with what was found handed over,
2 bad input, 1 anything else.";

pub const RASHOMON_HELP: &str = "Examples:
  gosdt rashomon iris.csv --within 0.1
  gosdt rashomon train.csv --lambda 0.02 --slack 0.01 --report trees.html
  gosdt rashomon patients.csv --avoids zip --uses age --rising age --compare
  gosdt rashomon train.csv --limit 1000 --seed 7 --save-all models --json set.json

The set has every tree whose objective (loss + λ · leaves) is at most the threshold, proven: two trees
are the same if they ask the same splits in the same places, and a leaf says the class that costs least
there. They are counted without being listed, however many there are. Limits on depth, leaves and rows
hold for every tree. The objective must be a sum over leaves: accuracy, balanced, weighted:W, cost:FILE.
A limit on time or memory that ends the search leaves trees out: all that are counted then belong to the
set, but there may be more, and status says so.

--json prints one object: status (optimal: the set is whole; else as for fit), objective (its name),
lambda, optimum (the least objective), threshold, count (a string of digits), count_without_trivial
(the same of trees without two sibling leaves of the same class, as TreeFARMS counts unless told
otherwise), distinct_partitions (trees with the same leaves count once; null if there are more than
100,000), histogram (objective and count of each), seconds, subproblems, memory (bytes of the set), rows,
equivalence_classes, binary_features, thresholds (as for fit), sampled (whether the trees were drawn);
trees, each with number, objective, loss, leaves, depth, columns, tree; and with --compare also
comparison: trees (how many were compared), all (whether these are all), importance (column, least,
most, mean, used_by: what a tree loses on average when the column is shuffled), ambiguity (share of the
rows that trees disagree on), discrepancy (the most rows on which a tree and the first one disagree) and
best (criterion, value, number of the tree).

Exit codes: 0 done or stopped by a limit, 130 interrupted with what was found handed over,
2 bad input, 1 anything else.";

pub const PREDICT_HELP: &str = "Examples:
  gosdt predict iris.json new.csv > labels.csv
  gosdt predict iris.json new.csv --proba -o labels.csv
  gosdt predict iris.json new.csv --keep id date > labels.csv

Columns are matched by name; extra columns and unseen categories are fine. Where a column that is kept has
the name of the label, the label's column is called predicted NAME.";

pub const EVALUATE_HELP: &str = "Examples:
  gosdt evaluate iris.json test.csv --json
  gosdt evaluate iris.json test.csv --baseline-from train.csv";

pub const SHOW_HELP: &str = "Examples:
  gosdt show iris.json --as rules
  gosdt show iris.json -o iris.svg
  gosdt show iris.json -o iris.html
  gosdt show iris.json --as dot | dot -Tsvg > iris.svg
  gosdt show iris.json --as sql --dialect postgres";

pub const DEMO_HELP: &str = "Examples:
  gosdt demo
  gosdt demo monk-1
  gosdt demo tic-tac-toe --csv > tic-tac-toe.csv";

pub const COMPLETIONS_HELP: &str = "Example:
  gosdt completions bash > ~/.local/share/bash-completion/completions/gosdt";
