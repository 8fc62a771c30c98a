"""The screens of the judge: the questions, the form to tell a dispute, the ruling."""
