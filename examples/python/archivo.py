"""Files as other systems write them: CSV with commas, semicolons or tabs, in UTF-8 or as old Windows programs do, and
what their cells mean."""

import csv
import io
import os
import re
import unicodedata
from datetime import date
from typing import NamedTuple


class Table(NamedTuple):
    separator: str
    header: list
    rows: list


def read_text(file):
    with open(file, "rb") as opened:
        data = opened.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def separator_of(text):
    """Of the first line: the sign that it has most of."""
    first = re.split(r"\r?\n|\r", text, maxsplit=1)[0]
    return max(",;\t", key=first.count)


def parse_table(text):
    """Lines without anything written are left out."""
    separator = separator_of(text)
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise RuntimeError(f"El archivo no es un CSV: {error}") from None
    rows = [[cell.strip() for cell in line] for line in lines]
    header, *others = [row for row in rows if any(row)] or [[]]
    return Table(separator, header, others)


def plain(name):
    """`No. Económico` → `noeconomico`"""
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFD", name).lower())


def column_of(heading, columns):
    """Which of a program's columns a heading is: each has the names that other systems give it."""
    return next((column for column, names in columns.items() if plain(heading) in names.split()), None)


def by_column(cells, columns):
    """A row, of pairs of heading and cell, by a program's columns; '' where there is no such column."""
    found = dict.fromkeys(columns, "")
    for heading, cell in cells:
        column = column_of(heading, columns)
        if column and not found[column]:
            found[column] = cell
    return found


class Result:
    """Writes line by line, so that what was done is there if the program is stopped."""

    def __init__(self, file, source):
        if os.path.abspath(file) == os.path.abspath(source):
            raise RuntimeError("El resultado va en otro archivo")
        self.opened = open(file, "w", encoding="utf-8", newline="", buffering=1)

    def text(self, line):
        self.opened.write(f"{line}\n")

    def row(self, cells, separator):
        csv.writer(self.opened, delimiter=separator, lineterminator="\r\n").writerow(cells)

    def mark(self):
        """So that Excel reads the accents."""
        self.opened.write("\ufeff")

    def close(self):
        self.opened.close()


def cells_of(table, row):
    """The row's cells, as many as the header has."""
    count = len(table.header)
    return [*row, *[""] * count][:count]


def day_of(written):
    """`2026-11-30` or `30/11/2026` → `2026-11-30`; None: it is no day."""
    turned = re.fullmatch(r"([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4})", written)
    day = f"{turned[3]}-{turned[2]:0>2}-{turned[1]:0>2}" if turned else written
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        return None
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        return None
