"""The data to train and measure with: labelled squares and boards, surfaces, drawn squares."""
