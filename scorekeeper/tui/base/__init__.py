"""What every screen is made of: actions and keys, colours, the screen class. Knows no screen."""
