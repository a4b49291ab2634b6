//! From a search's tree to a model: what reaches its nodes is counted, features become tests on
//! columns, and the certificate is attached.
mod assemble;
mod leaf_of_row;
mod metrics;
mod model_tree;
mod node_counts;

pub(crate) use assemble::{certificate, model, status_among};
pub(crate) use leaf_of_row::leaf_of_row;
pub(crate) use metrics::training_metrics;
pub(crate) use model_tree::model_tree;
pub(crate) use node_counts::NodeCounts;
