"""A season: how people play, over many evenings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from preftally.engine.model import Player
from preftally.engine.settlement import rounded
from preftally.lang import _, decimal, many
from preftally.season.figures import ENOUGH, KINDS, MISERE, SWINGS, Best, Person, Season
from preftally.season.people import questions
from preftally.season.rating import START, K, rating
from preftally.views import phrases
from preftally.views.grid import Grid, Page
from preftally.views.log import LEVELS

NOTHING = "–"


def page(season: Season) -> Page:
    """Everybody's figures, the pairs, the records, and what is to be asked or was skipped."""
    people = season.ranked()
    yield heading(season)
    yield scale(season)
    yield results(people)
    yield places(people)
    yield from money(people)
    yield _("Won by kind of hand")
    yield swings(people)
    yield _("As declarer")
    yield declarers(people)
    yield levels(people)
    yield _("As defender")
    yield defenders(people)
    yield _("Who won of whom")
    yield pairs(people)
    yield from records(season)
    yield from durations(season)


def person(season: Season, one: Person) -> Page:
    """One person's page."""
    yield heading(season)
    yield scale(season)
    yield results([one])
    yield places([one])
    yield from money([one])
    yield _("Won by kind of hand")
    yield swings([one])
    yield _("As declarer")
    yield own_levels(one)
    yield _("As defender")
    yield defenders([one])
    yield _("Won of")
    yield of_others(one)
    yield from extremes(one)


def heading(season: Season) -> str:
    """How many evenings, hands and people, and from when to when."""
    parts = [
        many("{n} evening", "{n} evenings", season.evenings),
        phrases.hands(season.hands),
        many("{n} person", "{n} people", len(season.persons)),
    ]
    if season.unfinished:
        parts.insert(1, _("unfinished: {n}").format(n=season.unfinished))
    dates = [row.date for row in season.rows if row.date]
    if dates:
        parts.append(dates[0] if dates[0] == dates[-1] else f"{dates[0]} – {dates[-1]}")
    return ", ".join(parts) + "."


def label(by: str, name: str) -> str:
    """The name of a group."""
    if by == "seat":
        return _("seat {n}").format(n=name)
    return name or _("without a date")


def scale(season: Season) -> str:
    """By what whists are divided, so that they can be added."""
    if season.raw:
        return _("Whists are as they were played: by different conventions they are not alike.")
    named = [
        _("{convention} by {scale}").format(
            convention=name, scale=phrases.listed([phrases.mixed(one) for one in sorted(scales)])
        )
        for name, scales in sorted(season.scales.items())
    ]
    return _("Whists are divided by pool_whists × values.contract[six] / 20: {scales}.").format(
        scales=", ".join(named)
    )


def results(people: Sequence[Person]) -> Grid:
    """Evenings and what they came to."""
    nets = whole({one.name: one.net for one in people})
    rows = [
        [
            one.name,
            str(one.evenings),
            str(one.hands),
            phrases.signed(nets[one.name]),
            _mean(one.net, one.evenings),
            _mean(one.net, one.hands),
            NOTHING if one.deviation is None else decimal(f"{one.deviation:.0f}"),
        ]
        for one in people
    ]
    headings = [
        _("player"), _("evenings"), _("hands"), _("net"), _("an evening"), _("a hand"), "σ",
    ]  # fmt: skip
    return Grid(headings, rows, frozenset({3, 4, 5}), frozenset({4, 5, 6}))


def places(people: Sequence[Person]) -> Grid:
    """Places, wins, the best and the worst of finished evenings."""
    rows = [
        [
            one.name,
            f"{one.wins}/{one.evenings - one.unfinished}",
            *(str(number) for number in one.places),
            str(one.longest),
            _rounded(one.best),
            _rounded(one.worst),
        ]
        for one in people
    ]
    headings = [
        _("player"), _("won"), "1", "2", "3", "4", _("in a row"), _("best"), _("worst"),
    ]  # fmt: skip
    return Grid(headings, rows, frozenset({7, 8}), frozenset({6, 7, 8}))


def money(people: Sequence[Person]) -> Iterator[Grid]:
    """The money, where stakes are known."""
    if any(one.paid for one in people):
        rows = [
            [one.name, ("+" if one.money > 0 else "") + phrases.money(one.money), str(one.paid)]
            for one in people
        ]
        yield Grid([_("player"), _("money"), _("evenings")], rows, frozenset({1}))


def swings(people: Sequence[Person]) -> Grid:
    """The five parts of the net."""
    nets = whole({one.name: one.net for one in people})
    rows = []
    for one in people:
        # Rounded within the row, so that it adds up to the net as it is shown.
        parts = {kind: one.swing(kind) for kind in SWINGS}
        rows.append([
            one.name,
            *(phrases.signed(part) for part in _adding_up(parts, nets[one.name]).values()),
            phrases.signed(nets[one.name]),
        ])  # fmt: skip
    headings = [
        _("player"), _("declared"), _("defended"), _("all-passes"), _("rested"), _("other"),
        _("net"),
    ]  # fmt: skip
    return Grid(headings, rows, frozenset(range(1, 7)), frozenset({4, 5, 6}))


def declarers(people: Sequence[Person]) -> Grid:
    """Bids, by their results; the best rate first, too few cases last."""
    order = ranked(people, lambda one: (one.all_declared.count("made"), one.all_declared.played))
    rows = []
    for one in order:
        bids = one.all_declared
        rows.append([
            one.name,
            str(bids.bid),
            _percent(bids.bid, one.hands),
            str(bids.count("unplayed")),
            str(bids.played),
            _rate(bids.count("made"), bids.played),
            f"{bids.count('down_1')}/{bids.count('down_2')}/{bids.count('down_3')}",
            str(bids.count("conceded")),
        ])  # fmt: skip
    headings = [
        _("player"), _("bid"), _("of hands"), _("unplayed"), _("played"), _("made"),
        _("down 1/2/3+"), _("given up"),
    ]  # fmt: skip
    return Grid(headings, rows, apart=frozenset({4, 5, 6, 7}))


def levels(people: Sequence[Person]) -> Grid:
    """By level, everybody together."""
    rows = []
    for kind in KINDS:
        bids = [one.declared(kind) for one in people]
        made, played = (sum(bid.count("made") for bid in bids), sum(bid.played for bid in bids))
        total = sum(bid.bid for bid in bids)
        swing = sum((bid.swing for bid in bids), Fraction(0))
        rows.append([
            _("misère") if kind == MISERE else kind, str(total), str(played),
            _rate(made, played), _mean(swing, total),
        ])  # fmt: skip
    headings = [_("level"), _("bid"), _("played"), _("made"), _("won each")]
    return Grid(headings, rows, frozenset({4}))


def own_levels(one: Person) -> Grid:
    """One person's bids by level."""
    rows = []
    for kind in KINDS:
        bids = one.declared(kind)
        made = bids.count("made")
        rows.append([
            _("misère") if kind == MISERE else kind,
            str(bids.bid),
            str(bids.count("unplayed")),
            _rate(made, bids.played) + f" ({bids.played})",
            f"{bids.count('down_1')}/{bids.count('down_2')}/{bids.count('down_3')}",
            _mean(Fraction(bids.count("over")), made),
            _mean(Fraction(bids.count("under")), bids.down),
            phrases.signed(_nearest(bids.swing)),
        ])  # fmt: skip
    headings = [
        _("level"), _("bid"), _("unplayed"), _("made (played)"), _("down 1/2/3+"), _("over"),
        _("under"), _("won"),
    ]  # fmt: skip
    return Grid(headings, rows, frozenset({7}), frozenset({5, 6, 7}))


def defenders(people: Sequence[Person]) -> Grid:
    """Whisted of the chances, tricks over duty, shortfalls; the all-passes."""
    order = ranked(people, lambda one: (one.count("whist"), one.chances))
    rows = []
    for one in order:
        whisted = one.count("alone") + one.count("partner")
        hands = one.count("all_pass.hands")
        rows.append([
            one.name,
            str(one.chances),
            _rate(one.count("whist"), one.chances),
            f"{one.count('alone')}/{one.count('partner')}",
            _mean(one.over_duty, whisted),
            str(one.count("short")),
            f"{one.count('all_pass.none')}/{hands}",
            _mean(Fraction(one.count("all_pass.tricks")), hands),
        ])  # fmt: skip
    headings = [
        _("player"), _("chances"), _("whisted"), _("alone/ paired"), _("over duty"), _("short"),
        _("all-pass no trick"), _("all-pass tricks"),
    ]  # fmt: skip
    return Grid(headings, rows, apart=frozenset({5, 6, 7}))


def pairs(people: Sequence[Person]) -> Grid:
    """Who won how much of whom; a row adds up to the net."""
    nets = whole({one.name: one.net for one in people})
    names = [one.name for one in people]
    carried = any(one.pairs.get("") for one in people)
    rows = []
    for one in people:
        others = [*(name for name in names if name != one.name), *([""] if carried else [])]
        parts = {other: one.pairs.get(other) for other in others}
        shown = _adding_up(parts, nets[one.name])
        cells = ["-" if name == one.name else phrases.signed(shown[name]) for name in names]
        if carried:
            cells.append(phrases.signed(shown[""]))
        rows.append([one.name, *cells, phrases.signed(nets[one.name])])
    headings = [
        _("player"), *(_("of {player}").format(player=name) for name in names),
        *([_("carried")] if carried else []), _("net"),
    ]  # fmt: skip
    apart = frozenset(range(1, len(headings) - 1))
    return Grid(headings, rows, frozenset(range(1, len(headings))), apart)


def of_others(one: Person) -> Grid:
    """What one has won of each."""
    nets = {other: one.pairs.get(other) for other in one.pairs.names()}
    parts = _adding_up(nets, whole({"": one.net})[""])
    rows = [
        [other or _("carried"), phrases.signed(parts[other])]
        for other in sorted(parts, key=lambda name: -nets[name])
    ]
    return Grid([_("player"), _("net")], rows, frozenset({1}))


def extremes(one: Person) -> Iterator[str]:
    """One's best and worst evening, and where it was."""
    for sentence, record in (
        (_("Best evening: {amount}, {where}."), one.best),
        (_("Worst evening: {amount}, {where}."), one.worst),
    ):
        if record is not None:
            yield sentence.format(amount=_rounded(record), where=where(record))


def records(season: Season) -> Iterator[str]:
    """What was the most of all evenings."""
    found = season.records
    if found:
        yield _("Records")
    for what, sentence in _records().items():
        if what in found:
            best = found[what]
            yield "  " + sentence.format(
                amount=phrases.signed(_nearest(best.amount)),
                n=int(best.amount),
                player=best.player,
                where=where(best),
            )


def _records() -> Mapping[str, str]:
    return {
        "hand_won": _("most won by a hand: {player} {amount}, {where}"),
        "hand_lost": _("most lost by a hand: {player} -{n}, {where}"),
        "misere": _("misère with most tricks: {player} {n}, {where}"),
        "down": _("most undertricks: {player} {n}, {where}"),
        "series": _("longest series of all-passes: {n}, {where}"),
    }


def where(record: Best) -> str:
    """The evening and the entry of a record."""
    place = f"{record.date} {record.file}".strip()
    return f"{place}, {record.number}" if record.number else place


def durations(season: Season) -> Iterator[str]:
    """How long evenings and hands took, where their times are known."""
    timed = [row for row in season.rows if row.seconds and row.timed > 1]
    if not timed:
        return
    seconds, gaps = sum(row.seconds for row in timed), sum(row.timed - 1 for row in timed)
    longest = max(timed, key=lambda row: row.seconds)
    yield _("An evening took {evening} on the average (n {n}), a hand {hand}.").format(
        evening=_time(seconds // len(timed)), hand=_time(seconds // gaps), n=len(timed)
    )
    yield _("The longest: {time}, {where}.").format(
        time=_time(longest.seconds), where=f"{longest.date} {longest.file}".strip()
    )


def _time(seconds: int) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def ratings(season: Season) -> Page:
    """Everybody's rating, and how it is made."""
    sentence = _("Rating: Elo by pairs, over finished evenings in order; K {k}, start {start}.")
    yield sentence.format(k=K, start=START)
    rows = [
        [name, str(points), phrases.signed(points - START)]
        for name, points in rating(season.rows).items()
    ]
    yield Grid([_("player"), _("rating"), _("change")], rows, frozenset({2}))


def curves(season: Season, width: int, cells: Callable[[str], int]) -> Iterator[str]:
    """Everybody's net over the evenings; `cells` tells how wide a text is."""
    totals = list(season.curves())
    if len(totals) < 2:
        return
    low = min(Fraction(0), *(min(one.values()) for one in totals))
    high = max(Fraction(0), *(max(one.values()) for one in totals))
    span = high - low or 1
    names = max(cells(one) for one in season.persons)
    nets = whole({one.name: one.net for one in season.ranked()})
    figures = max(len(phrases.signed(net)) for net in nets.values())
    room = max(width - names - figures - 2, 1)
    shown = [totals[at] for at in _spread(len(totals), room)]
    for name, net in nets.items():
        curve = "".join(
            LEVELS[int((one[name] - low) * (len(LEVELS) - 1) / span)] if name in one else " "
            for one in shown
        )
        padding = " " * (names - cells(name))
        yield f"{name}{padding} {curve} {phrases.signed(net)}"


def _spread(count: int, room: int) -> list[int]:
    if count <= room:
        return list(range(count))
    return [(at + 1) * count // room - 1 for at in range(room)]


def remarks(season: Season) -> Iterator[str]:
    """What the reader should know of the files: what stands twice, who may be one person."""
    if season.undated:
        yield _("Without a date, and so left out: {n}.").format(n=season.undated)
    for one, other in season.twins:
        yield _("The same evening twice, counted twice: {one} and {other}.").format(
            one=one, other=other
        )
    for one, other in questions(season.spellings, season.met, season.people):
        yield _("Are {one} and {other} one person? Say so in people.toml: {line}").format(
            one=one, other=other, line=f'"{one}" = ["{other}"]'
        )
    for skipped in season.skipped:
        if skipped.error is None:
            yield _("Skipped: {file}: {reason}").format(file=skipped.file, reason=skipped.reason)


def definitions() -> Iterator[str]:
    """What each figure means."""
    yield _(
        "net: what evenings come to by their settlement, in whists; unfinished ones as they stood."
    )
    yield _(
        "Whists are divided by pool_whists × values.contract[six] / 20, that those of "
        "different conventions are alike: Sochi, Rostov 1, Leningrad 2. --raw leaves it "
        "out. Counts and money are never divided."
    )
    yield _(
        "swing: what a hand moved the balance by. Those of declared, defended, all-pass, "
        "rested and other hands add up to the net."
    )
    yield _(
        "declared: the swing of one's own contracts and misères; defended: of others', a "
        "dealer's who whists too; all-passes: of the three who play; rested: of a resting"
        " dealer; other: corrections, comings, prizes."
    )
    yield _(
        "won: evenings with a net above zero. Equal places count as the better one. "
        "Unfinished evenings are neither won nor placed."
    )
    yield _("σ: the standard deviation of the swing of a hand that one played.")
    yield _(
        "bid = made + unplayed + down + given up. unplayed: nobody whisted, a half-whist included."
    )
    yield _(
        "made: of those played out. Rates of fewer than {n} cases stand in brackets and "
        "are not ranked."
    ).format(n=ENOUGH)
    yield _("over, under: the mean of overtricks of what was made, of undertricks of what failed.")
    yield _("whisted: of the contracts of others in which one could whist, pass or take half.")
    yield _(
        "over duty: the mean of tricks over those owed by a whister: all of the quota "
        "alone, half of it beside another."
    )
    yield _("short: how often one paid for tricks that were owed.")
    yield _(
        "of whom: whists on each other, pool and mountain by the n-th part of their "
        "difference; carried: what remained when somebody left."
    )
    yield _(
        "rating: after each finished evening every pair is compared, {k} points at the "
        "most pass from one to the other; all begin at {start}, and the sum stays."
    ).format(k=K, start=START)
    yield _(
        "by seat: the place at the table in the order of the session's players; by "
        "player: the same figures, a person at a time."
    )


def whole(amounts: Mapping[Player, Fraction]) -> dict[Player, int]:
    """Whole whists; of amounts that together are nothing the sum stays nothing."""
    if sum(amounts.values()) == 0 and amounts:
        return rounded(amounts)
    return {name: _nearest(amount) for name, amount in amounts.items()}


def _adding_up(parts: Mapping[str, Fraction], total: int) -> dict[str, int]:
    """Whole parts of a whole total."""
    found = {name: part.__floor__() for name, part in parts.items()}
    missing = total - sum(found.values())
    order = sorted(parts, key=lambda name: found[name] - parts[name])
    for at in range(abs(missing)):
        found[order[at % len(order)]] += 1 if missing > 0 else -1
    return found


def ranked(people: Sequence[Person], rate: Callable[[Person], tuple[int, int]]) -> list[Person]:
    """The highest rate first; those with too few cases last, in the order they had."""

    def place(one: Person) -> tuple[bool, Fraction]:
        hits, cases = rate(one)
        return cases < ENOUGH, -Fraction(hits, cases) if cases >= ENOUGH else Fraction(0)

    return sorted(people, key=place)


def _nearest(amount: Fraction) -> int:
    return (amount + Fraction(1, 2)).__floor__()


def _rounded(best: Best | None) -> str:
    return NOTHING if best is None else phrases.signed(_nearest(best.amount))


def _mean(total: Fraction, count: int) -> str:
    if not count:
        return NOTHING
    tenths = _nearest(total * 10 / count)
    sign = "-" if tenths < 0 else ""
    return decimal(f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}")


def _percent(hits: int, cases: int) -> str:
    return f"{_nearest(Fraction(100 * hits, cases))}%" if cases else NOTHING


def _rate(hits: int, cases: int) -> str:
    """A rate; one of too few cases in brackets."""
    if not cases:
        return NOTHING
    return _percent(hits, cases) if cases >= ENOUGH else f"({_percent(hits, cases)})"
