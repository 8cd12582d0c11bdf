"""The guard of a restructuring: the code gives the same readings and the same JSON as the stored baselines say."""
