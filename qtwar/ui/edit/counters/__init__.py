"""The counters page of a draft: designer, strip and sheet."""
