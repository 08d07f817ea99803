"""Optional rules, a file each: books and house rules that a scenario may switch on."""
