"""PDF files: vectors, real text in embedded subsets of the bundled faces, outline and links (docs/adr/0006)."""
