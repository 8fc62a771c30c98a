"""scorekeeper: the companion for people who play Chickenfoot with real dominoes."""
