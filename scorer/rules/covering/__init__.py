"""Covering squares with dominoes: the problem, exact counting, integer programs."""
