"""Makes and measures the models. The product never imports it."""
