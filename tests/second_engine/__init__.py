"""A second engine for round records, written from the rule catalogue alone, to hold against `scorekeeper`.

Nothing here imports `scorekeeper`: `books` reads the rule books as data, `notation` the actions, `rounds` knows what
everybody at the table can see, `deals` what the tiles that nobody saw can have been, and `replay` puts both together.
`play` makes random legal rounds and `damage` spoils them. Numbers such as G17 are those of the catalogue of rules.
"""
