"""Joins the editor's window to edit sessions, documents and test games."""
