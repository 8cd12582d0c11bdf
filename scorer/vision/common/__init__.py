"""What several stages use: pictures, geometry, faces, logistic regression, networks, and the classifier's interface."""
