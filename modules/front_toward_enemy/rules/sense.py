"""What a player who plays at random takes readily, by the key of an ask's label: so his games get somewhere."""

SENSE = {
    "ask.arrive": 20,
    "ask.arrive_high": 8,
    "ask.arrive_treetop": 12,
    "ask.drive": 20,
    "ask.fast": 4,
    "ask.fly": 20,
    "ask.fly_together": 6,
    "ask.go_on": 20,
    "ask.hex": 15,
    "ask.hide": 20,
    "ask.lead": 30,
    "ask.move": 20,
    "ask.show": 1,
    "ask.stealth": 6,
    "button.arrive_later": 1,
    "button.arrive_rest": 20,
    "button.done_hiding": 10,
    "button.end_activation": 12,
    "button.halt": 10,
    "button.pass": 4,
}
