"""Choosing λ, the price of a leaf, by cross-validation: the simplest tree that is good enough."""

from sklearn.datasets import load_wine

from gosdt_rs import GOSDTClassifierCV

X, y = load_wine(return_X_y=True, as_frame=True)
clf = GOSDTClassifierCV(lambdas=[0.2, 0.1, 0.05, 0.02, 0.01], max_depth=3).fit(X, y)

results = clf.cv_results_
for at, price in enumerate(results["lambda"]):
    print(
        f"λ = {price:<5} {results['mean_leaves'][at]:.1f} leaves  "
        f"accuracy {results['mean_accuracy'][at]:.3f} ± {results['accuracy_error'][at]:.3f}"
    )

# The one-standard-error rule: the dearest leaves whose loss is within one error of the least.
print(f"\nleast loss: λ = {clf.lambda_min_}; chosen: λ = {clf.lambda_}")
print(clf.export_text())
