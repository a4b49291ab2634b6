"""Rare positives: what each objective makes of the same data.

One row in twelve is positive. Accuracy is content to find few of them; the other objectives ask for
more of them, each in its own way.
"""

import numpy as np
import pandas as pd
from sklearn.metrics import f1_score, recall_score, roc_auc_score

from gosdt_rs import GOSDTClassifier

rng = np.random.default_rng(4)
X = pd.DataFrame(
    {
        "amount": rng.integers(1, 9, 600) * 50,
        "country": rng.choice(["here", "near", "far"], 600, p=[0.7, 0.2, 0.1]),
        "night": rng.random(600) < 0.3,
    }
)
risk = 0.02 + 0.25 * (X["country"] == "far") + 0.2 * (X["night"] & (X["amount"] > 250))
y = (rng.random(600) < risk).astype(int)

print(f"{y.mean():.1%} positive\n\nobjective     leaves  recall     F1    AUC")
for objective in ("accuracy", "balanced", "weighted:10", "fscore", "auc"):
    clf = GOSDTClassifier(objective, regularization=0.01).fit(X, y)
    predicted, score = clf.predict(X), clf.predict_proba(X)[:, 1]
    print(
        f"{objective:12}  {clf.get_n_leaves():6}  {recall_score(y, predicted):6.2f} "
        f"{f1_score(y, predicted):6.2f} {roc_auc_score(y, score):6.2f}"
    )
    assert clf.optimal_
