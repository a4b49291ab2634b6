"""A first tree in five lines."""

from sklearn.datasets import load_iris

from gosdt_rs import GOSDTClassifier

X, y = load_iris(return_X_y=True, as_frame=True)
clf = GOSDTClassifier(regularization=0.02).fit(X, y)
print(clf.export_text(class_names=["setosa", "versicolor", "virginica"]))
print(clf.certificate_text())
