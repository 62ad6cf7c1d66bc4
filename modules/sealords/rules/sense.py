"""What a player who plays at random takes readily, by the key of an ask's label: so his games get somewhere."""

SENSE = {
    "ask.move_force": 40,
    "ask.redeploy": 4,
    "ask.retreat": 20,
    "ask.strike": 6,
    "ask.strike_b52": 6,
    "button.air_done": 30,
    "button.first_fire": 30,
    "button.pass": 3,
}
