"""Choosing λ, the price of a leaf, by cross-validation: the simplest tree that is good enough."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.model_selection import GridSearchCV

from gosdt_rs import GOSDTClassifier

X, y = load_wine(return_X_y=True, as_frame=True)
prices = [0.01, 0.02, 0.05, 0.1, 0.2]
grid = GridSearchCV(GOSDTClassifier(max_depth=3), {"regularization": prices}, cv=5).fit(X, y)

mean, spread = grid.cv_results_["mean_test_score"], grid.cv_results_["std_test_score"]
for price, score, error in zip(prices, mean, spread):
    leaves = GOSDTClassifier(max_depth=3, regularization=price).fit(X, y).get_n_leaves()
    print(f"λ = {price:<5} {leaves} leaves  accuracy {score:.3f} ± {error:.3f}")

# The one-standard-error rule: the dearest leaves whose accuracy is within one error of the best.
best = int(np.argmax(mean))
enough = mean >= mean[best] - spread[best] / np.sqrt(5)
chosen = max(price for price, fine in zip(prices, enough) if fine)
print(f"\nchosen: λ = {chosen}")
print(GOSDTClassifier(max_depth=3, regularization=chosen).fit(X, y).export_text())
