"""The page in a real browser: whole, quiet, readable, and right to the figure."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from preftally import lang
from preftally.engine.conventions import CONVENTIONS
from preftally.engine.model import AllPass, Contract, Contracted, Correction, Hand, Suit
from preftally.engine.replay import Game, replay
from preftally.formats import html
from preftally.formats import json as data
from preftally.views.report import Detail, Report

HOSTILE = ("<img src=x onerror=alert(1)>", "]]></script>{{7*7}}", "שָׂרָה כהן", "🂡🙂\"&amp;'")
LONG = ("Константинопольская!", "Мария-Антуанетта Щер", "WWWWWWWWWWWWWWWWWWWW", "Ян")


def evening(names: tuple[str, ...], hands: int, start: int = 0) -> Report:
    """So many hands of a table; with `start` all totals have five digits from the first."""
    game = Game(CONVENTIONS["leningrad"], names, names[0], 1000)
    written: list[Hand] = [Correction(one, mountain=start) for one in names if start]
    written += [
        Correction(one, whists=start, on=other)
        for one in names for other in names if start and one != other
    ]  # fmt: skip
    count = len(names)
    while len(written) < hands:
        dealer = len(written) - (count * count if start else 0)
        active = [names[(dealer + step) % count] for step in range(1, 4)]
        if count == 3:
            active = [names[(dealer + step) % 3] for step in range(1, 4)]
        declarer, one, other = active[len(written) % 3 :] + active[: len(written) % 3]
        if len(written) % 5 == 4:
            taken = dict(zip(active, (2, 3, 5), strict=True))
            written.append(AllPass(taken))
        else:
            contract = Contract(6 + len(written) % 3, Suit.SPADES)
            tricks = 5 + len(written) % 4
            written.append(Contracted(contract, declarer, tricks, (one,), (other,)))
    played = replay(game, written)
    assert not played.problems, played.problems
    details = [Detail("note " + one if "<" in one else "") for one in names]
    details += [Detail()] * (len(written) - len(details))
    return Report(played, details[: len(written)], Fraction(1, 2), "0.5")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Pages as files, each written once."""
    folder, found = tmp_path_factory.mktemp("pages"), {}

    def file(name: str) -> str:
        if name not in found:
            told = {
                "hostile": lambda: evening(HOSTILE, 12),
                "long": lambda: evening(LONG, 60, 10_000),
                "three": lambda: evening(("Anna", "Boris", "Vera"), 9),
                "empty": lambda: evening(("Anna", "Boris", "Vera"), 0),
            }[name]()
            path = folder / f"{name}.html"
            path.write_bytes(html.written(told))
            found[name] = path.as_uri()
        return found[name]

    return file


@contextlib.contextmanager
def shown(browser: Any, address: str, **options: Any) -> Iterator[Any]:
    """A page, of which nothing is asked of anybody, and which has nothing to complain of."""
    options.setdefault("viewport", {"width": 390, "height": 844})
    context = browser.new_context(**options)
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.on("console", lambda one: said.append(one.text))
    page.on("pageerror", lambda one: said.append(str(one)))
    page.on("dialog", lambda one: said.append("dialog"))
    page.goto(address)
    yield page
    if address.startswith("file:"):
        assert [one for one in asked if not one.startswith("data:")] == [address]
    assert said == []
    context.close()


def cells(page: Any, table: str) -> list[list[str]]:
    """The texts of a table's rows, the head first."""
    found: list[list[str]] = page.eval_on_selector(
        table, "one => [...one.rows].map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return found


@pytest.mark.parametrize("name", ["hostile", "long", "three", "empty"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_leaves_the_window(browser: Any, saved: Any, name: str, width: int) -> None:
    """At each width, with script and without, one scrolls up and down only."""
    for script in (True, False):
        with shown(
            browser, saved(name), viewport={"width": width, "height": 800},
            java_script_enabled=script,
        ) as page:  # fmt: skip
            wide = "[document.documentElement.scrollWidth, document.body.scrollWidth]"
            if script:
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                assert max(page.evaluate(wide)) <= width
            boxes = page.locator("main, .payments li, .hand, .curve, .drawing, .agreed li")
            for box in (boxes.nth(at).bounding_box() for at in range(min(boxes.count(), 25))):
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width


def test_without_script_all_is_there_but_the_slider(browser: Any, saved: Any) -> None:
    """The settlement, the drawing, the curve, each hand; they open by themselves."""
    with shown(browser, saved("three"), java_script_enabled=False) as page:
        assert page.locator(".payments li").count() >= 1
        assert page.locator(".drawing svg").is_visible()
        assert page.locator(".curve .point").count() == 3 * 9
        assert page.locator("input").count() == 0
        hand = page.locator(".hand").first
        assert not hand.locator(".why").first.is_visible()
        hand.locator("summary").click()
        assert hand.locator(".why").first.is_visible()
    with shown(browser, saved("three")) as page:
        assert page.locator("input[type=range]").count() == 1


def test_every_figure_is_that_of_the_json(browser: Any, saved: Any) -> None:
    """The nets, the sheet now and after any hand, the balances, what each hand wrote."""
    told = evening(("Anna", "Boris", "Vera"), 9)
    with lang.speaking("en"):
        settled = data.settle(told.played, told.stake, told.stake_text)
        log = data.log(told.played, [{}] * 9)["hands"]
    with shown(browser, saved("three")) as page:
        nets = {row[0]: row[1:] for row in cells(page, ".nets")[1:]}
        for player, amount in settled["whists"].items():
            assert [int(nets[player][0]), float(nets[player][1])] == [
                amount, float(settled["money"][player])
            ]  # fmt: skip
        paid = page.locator(".payments .amount").all_inner_texts()
        assert paid == [one["amount"] for one in settled["payments"]]
        balances = cells(page, ".balances")
        for number in (9, 1, 4, 9):
            page.locator("#slider").fill(str(number))
            now = replay(told.played.game, [one.hand for one in told.played.steps[:number]])
            sheet = data.sheet(now)
            head, *rows = cells(page, "#sheet")
            table = {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
            for player in sheet["players"]:
                assert table["pool"][player] == str(sheet["pool"][player])
                assert table["mountain"][player] == str(sheet["mountain"][player])
                for other, whists in sheet["whists"][player].items():
                    assert table[f"on {other}"][player] == str(whists)
                after = dict(zip(balances[0], balances[number], strict=True))
                assert table["balance"][player] == after[player]
        for number, hand in enumerate(log, 1):
            entries = page.locator(f"#hand-{number} li").all_text_contents()
            assert len(entries) == len(hand["writes"])
            for text, write in zip(entries, hand["writes"], strict=True):
                assert write["why"] in text
                assert re.search(rf"[+-]?{write['amount']}\b", text)


def test_hostile_names_are_text(browser: Any, saved: Any) -> None:
    """They stand there as they were typed; no element comes of them, and nothing runs."""
    with shown(browser, saved("hostile")) as page:
        for number in ("1", "12"):
            page.locator("#slider").fill(number)
            assert cells(page, "#sheet")[0][1:] == list(HOSTILE)
        assert page.locator("img, main script, iframe").count() == 0
        assert "49" not in page.locator("h1").inner_text()
        assert page.title()


@pytest.mark.parametrize(
    ("name", "scheme"), [("hostile", "light"), ("hostile", "dark"), ("empty", "light")]
)
def test_axe_finds_nothing(browser: Any, saved: Any, name: str, scheme: str) -> None:
    """The colours, the tables, the headings, what a screen reader says."""
    import axe_playwright_python.base as axe

    source = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    with shown(browser, saved(name), color_scheme=scheme, bypass_csp=True) as page:
        page.evaluate("document.querySelectorAll('#figures, #hand-5').forEach(d => d.open = true)")
        page.evaluate(source)
        found = page.evaluate("axe.run().then(one => one.violations)")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


def test_light_and_dark_are_two(browser: Any, saved: Any) -> None:
    """The paper and the ink, of the page and of the drawing."""
    colours = {}
    for scheme in ("light", "dark"):
        with shown(browser, saved("three"), color_scheme=scheme) as page:
            colours[scheme] = page.evaluate(
                "[getComputedStyle(document.documentElement).backgroundColor,"
                " getComputedStyle(document.querySelector('.drawing .whists tspan')).fill]"
            )
    assert colours["light"] == ["rgb(251, 249, 244)", "rgb(29, 29, 27)"]
    assert colours["dark"] == ["rgb(18, 26, 22)", "rgb(232, 237, 232)"]


def test_it_prints_the_sheet_first(browser: Any, saved: Any) -> None:
    """Settlement and drawing stand on the first sheet of A4; the slider on none."""
    with shown(browser, saved("long"), color_scheme="dark") as page:
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 672, "height": 1016})  # A4 within its margins
        box = page.locator(".drawing").bounding_box()
        assert box["y"] + box["height"] < 1016
        assert not page.locator("#slider").is_visible()
        colour = "getComputedStyle(document.documentElement).backgroundColor"
        assert page.evaluate(colour) == "rgb(255, 255, 255)"
        assert page.pdf(format="A4").startswith(b"%PDF")


# Each text of a cell by its box and the corners of the cell, all as the seat sees it.
TEXTS = """() => [...document.querySelectorAll('.drawing .seat')].flatMap((seat, at) =>
  [...seat.querySelectorAll('.cell')].flatMap((cell, which) =>
    [...cell.querySelectorAll('text')].map((text) => {
      const box = text.getBBox();
      return [at, which, text.textContent, box.x, box.y, box.width, box.height,
              Number(text.getAttribute('font-size'))];
    })))"""


@pytest.mark.parametrize("name", ["long", "three"])
def test_each_text_of_the_drawing_is_inside_its_cell(browser: Any, saved: Any, name: str) -> None:
    """As the browser measures it: sixty hands, five digits, names of twenty letters."""
    from preftally.formats.cells import places

    with shown(browser, saved(name)) as page:
        texts = page.evaluate(TEXTS)
    seats = places(len({one[0] for one in texts}))
    assert len(texts) > 10
    for seat, which, text, x, y, wide, high, size in texts:
        cell = [seats[seat].mountain, seats[seat].pool, *seats[seat].whists][which]
        # A box has room for accents and tails; figures have none.
        top, bottom = y + high - size * 0.97, y + high - size * 0.24
        left, right = cell.span(top, bottom)
        assert left - 0.5 <= x, text
        assert x + wide <= right + 0.5, text
        assert cell.top <= top, text
        assert bottom <= cell.bottom, text


def test_sixty_hands_are_small_and_always_the_same_bytes() -> None:
    """Under 200 kB, in both languages; with nothing of today in them."""
    for language in ("en", "ru"):
        with lang.speaking(language):
            raw = html.written(evening(LONG, 60, 10_000))
            assert html.written(evening(LONG, 60, 10_000)) == raw
        assert len(raw) < 200_000
        assert html.is_ours(raw)
        assert f'<html lang="{language}">'.encode() in raw


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path, Any]]:
    """`preftally serve` as a process: its address, its session, itself."""
    path = tmp_path / "preftally.toml"
    command = [sys.executable, "-m", "preftally", "--lang", "en", "-s", str(path)]
    for hand in (["new"], ["hand", "7S", "5", "--whist", "W", "--pass", "E"],
                 ["hand", "6C", "--pass", "W", "--pass", "S"]):  # fmt: skip
        subprocess.run([*command, *hand], check=True, capture_output=True)
    with subprocess.Popen([*command, "serve"], stdout=subprocess.PIPE, text=True) as going:
        assert going.stdout
        yield going.stdout.readline().strip(), path, going
        going.send_signal(signal.SIGINT)


def test_the_page_follows_the_game_and_keeps_what_was_open(
    browser: Any, served: tuple[str, Path, Any]
) -> None:
    """A hand recorded while it is open is there within two seconds; then the server goes."""
    where, path, going = served
    context = browser.new_context(viewport={"width": 390, "height": 600})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text))
    page.goto(where)
    page.wait_for_function("document.getElementById('live').textContent.startsWith('Live')")
    page.locator("#hand-2 summary").click()
    page.locator("#slider").fill("1")
    page.locator("#hand-2").scroll_into_view_if_needed()
    before = page.locator("#hand-2").bounding_box()["y"]
    command = [sys.executable, "-m", "preftally", "-s", str(path), "hand"]
    subprocess.run([*command, "pass", "W=1", "E=5", "S=4"], check=True, capture_output=True)
    page.wait_for_selector("#hand-3", timeout=2000, state="attached")
    assert page.locator("#hand-2").evaluate("one => one.open")
    assert page.locator("#slider").input_value() == "1"
    assert "entry 1 of 3" in page.locator(".slide label").inner_text()
    assert abs(page.locator("#hand-2").bounding_box()["y"] - before) < 2
    assert said == []
    path.rename(path.with_suffix(".gone"))
    page.wait_for_selector(".notice", timeout=4000)
    going.send_signal(signal.SIGINT)
    assert going.wait(5) == 0
    page.wait_for_selector("#live.gone", timeout=12_000)
    assert page.locator("#hand-3").count() == 1
    context.close()


def test_where_events_fail_the_page_asks(browser: Any, served: tuple[str, Path, Any]) -> None:
    """Behind a proxy that lets no stream of events through it follows all the same."""
    where, path, _going = served
    context = browser.new_context()
    page = context.new_page()
    page.route("**/events", lambda route: route.abort())
    page.goto(where)
    command = [sys.executable, "-m", "preftally", "-s", str(path), "hand"]
    subprocess.run([*command, "pass", "W=1", "E=5", "S=4"], check=True, capture_output=True)
    page.wait_for_selector("#hand-3", timeout=4000, state="attached")
    context.close()
