"""What can be known of hands: tiles that were seen, tiles that nobody has seen, and where those can lie."""

from scorekeeper.engine.hands.knowledge import HeldHand as HeldHand
from scorekeeper.engine.hands.knowledge import Hidden as Hidden
