"""Makes the models: data sets, drawn and rendered boards, training, evaluation. Never imported by the app."""
