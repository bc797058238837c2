"""Collects figures and prints them: a plain table for the terminal, Markdown for docs/PERFORMANCE.md."""

import math
import statistics
from dataclasses import dataclass, field

BEGIN, END = "<!-- figures: written by scripts/bench --write-docs -->", "<!-- end of figures -->"


def median(values):
    return statistics.median(values) if values else math.nan


def percentile(values, percent):
    """The nearest-rank percentile: an observed value, never one in between."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else math.nan


def spread(values, unit, digits=0):
    """`median unit (smallest-largest)`."""
    if not values:
        return "-"
    low, high = min(values), max(values)
    return f"{median(values):,.{digits}f} {unit} ({low:,.{digits}f}-{high:,.{digits}f})"


@dataclass
class Row:
    what: str
    figure: str
    ratio: str = ""
    aim: str = ""
    met: bool | None = None

    @property
    def verdict(self):
        return {None: "", True: "met", False: "MISSED"}[self.met]


@dataclass
class Section:
    title: str
    how: str
    rows: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    def add(self, what, figure, ratio="", aim="", met=None):
        self.rows.append(Row(what, figure, ratio, aim, met))


HEADS = ("what", "median (range)", "ratio", "aim", "")


def cells(row):
    return (row.what, row.figure, row.ratio, row.aim, row.verdict)


def plain(sections):
    lines = []
    for section in sections:
        lines += ["", section.title, "  " + section.how]
        table = [HEADS] + [cells(row) for row in section.rows]
        widths = [max(len(line[i]) for line in table) for i in range(5)]
        for line in table:
            lines.append("  " + "  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip())
        lines += ["  note: " + note for note in section.notes]
    return "\n".join(lines)


def markdown(sections, machine):
    lines = ["## The machine and the programs", ""]
    lines += [f"- {line}" for line in machine]
    for section in sections:
        lines += ["", "## " + section.title, "", section.how, ""]
        lines += ["| " + " | ".join(HEADS) + " |", "| --- | --- | --- | --- | --- |"]
        lines += ["| " + " | ".join(text.replace("|", "\\|") for text in cells(row)) + " |" for row in section.rows]
        if section.notes:
            lines += [""] + ["Note: " + note for note in section.notes]
    return "\n".join(lines) + "\n"


def write_docs(path, sections, machine):
    """Replaces the part of the page between the two markers; the prose around it stays."""
    text = path.read_text() if path.exists() else f"# Performance\n\n{BEGIN}\n{END}\n"
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    path.write_text(before + BEGIN + "\n\n" + markdown(sections, machine) + "\n" + END + after)
