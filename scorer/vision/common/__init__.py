"""For several stages: pictures, geometry, faces, logistic regression, networks, and the classifier's interface."""
