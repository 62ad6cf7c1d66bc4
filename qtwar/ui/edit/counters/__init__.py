"""The counters page of a draft: designer, symbol picker, strip and sheet."""
