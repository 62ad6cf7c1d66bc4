"""Attacks of strangers: rules, modules and documents that mean harm, each of which ends in a sentence."""
