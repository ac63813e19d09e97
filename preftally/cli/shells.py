"""What a shell asks for when Tab is pressed, and the answer as that shell reads it.

The library takes the words apart and finds the option that is being typed. Ours are
the session that the words before name, the quoting, since a name may hold whatever a
shell would obey, and silence: an error is no completion.
"""

from __future__ import annotations

import importlib
import os
import re
import shlex
from typing import Any, NamedTuple

from preftally import lang
from preftally.cli import complete, output
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation.unseen import unseen
from preftally.session.file import native

VARIABLE = "_PREFTALLY_COMPLETE"


class Offer(NamedTuple):
    """One completion: the word, and what it is good for."""

    word: str
    help: str


def answer(app: Any) -> int:
    """Print the completions that the environment asks for; the exit status."""
    shell = os.environ[VARIABLE].partition("_")[2]
    try:
        offers, begun = _offers(app, shell)
        text = _FORMS[shell](offers, begun)
    except (Exception, SystemExit):  # noqa: BLE001  whatever it is, no shell wants to hear it
        return 0
    if shell == "fish" and os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return 0 if offers else 1
    if text:
        output.raw(text + "\n")
    return 0


def _offers(app: Any, shell: str) -> tuple[list[Offer], str]:
    """The completions that can be shown and typed, and the word that was begun."""
    library: Any = importlib.import_module("typer.completion")
    library.completion_init()
    kind = library.shell_completion.get_completion_class(shell)
    if kind is None:
        return [], ""
    asked: Any = kind(app, {}, "preftally", VARIABLE)
    arguments, begun = asked.get_completion_args()
    whole, cut = begun, 0
    if shell == "bash":
        if not os.environ["COMP_CWORD"].isdigit():
            return [], ""
        arguments, whole = _joined([*arguments, begun])
        cut = len(whole) - len(begun.removeprefix("="))
    if shell in ("powershell", "pwsh"):
        whole = begun.lstrip("'\"")
    found = asked.get_completions(_without_session(arguments), whole)
    offers = [Offer(str(one.value), " ".join((one.help or "").split())) for one in found]
    return [
        offer._replace(word=offer.word[cut:]) for offer in offers if unseen(offer.word) < 0
    ], begun


def _joined(words: list[str]) -> tuple[list[str], str]:
    """The words before, and the last, where bash has parted them at equals signs."""
    found: list[str] = []
    for word in words:
        if found and (word == "=" or found[-1].endswith("=")) and not word.startswith("-"):
            found[-1] += word
        else:
            found.append(word)
    return found[:-1], found[-1]


def _without_session(arguments: list[str]) -> list[str]:
    """The words without the session and the language that they name, which are taken in."""
    complete.on_session()
    rest: list[str] = []
    words = list(arguments)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word.startswith("-s") and len(word) > 2:
            name, equals, value = "-s", "=", word[2:]
        if name in ("-s", "--session", "--lang") and (equals or words):
            value = value if equals else words.pop(0)
            if name != "--lang":
                complete.on_session(native(value))
            elif value in lang.LANGUAGES:
                lang.use(value)
        else:
            rest.append(word)
    return rest


def _for_bash(offers: list[Offer], _begun: str) -> str:
    quote = _open_quote(os.environ["COMP_WORDS"])
    if quote:
        return "\n".join(offer.word for offer in offers if quote not in offer.word)
    return "\n".join(escaped(offer.word) for offer in offers)


def escaped(word: str) -> str:
    """A word for bash and for the prompt: blanks, and all that a shell would obey, escaped."""
    return re.sub(r"([^\w%+,./:=@-])", r"\\\1", word)


def _open_quote(line: str) -> str:
    """The quote that is still open at the end of a line."""
    lex: Any = shlex.shlex(line, posix=True)
    lex.whitespace_split, lex.commenters = True, ""
    try:
        for _word in lex:
            pass
    except ValueError:
        return str(lex.state) if lex.state in ("'", '"') else ""
    return ""


def _for_zsh(offers: list[Offer], begun: str) -> str:
    if not offers:
        return "_files"
    # zsh quotes what it inserts; it need not compare, where another spelling is meant.
    loose = "" if all(offer.word.startswith(begun) for offer in offers) else "-U "
    shown = [f"{offer.word}  {offer.help}".rstrip() for offer in offers]
    return "local -a shown; shown=({}); compadd {}{}-d shown -- {}".format(
        shlex.join(shown),
        loose,
        "-l " if any(offer.help for offer in offers) else "",
        shlex.join(offer.word for offer in offers),
    )


def _for_fish(offers: list[Offer], _begun: str) -> str:
    # fish quotes what it inserts.
    return "\n".join(f"{offer.word}\t{offer.help}".rstrip("\t") for offer in offers)


def _for_powershell(offers: list[Offer], _begun: str) -> str:
    return "\n".join(f"{_in_quotes(offer.word)}:::{offer.help or ' '}" for offer in offers)


def _in_quotes(word: str) -> str:
    """A word for PowerShell, which takes every kind of single quote for one."""
    if re.fullmatch(r"[\w./=-]+", word):
        return word
    return "'" + re.sub(r"(['‘’‚‛])", r"\1\1", word) + "'"


_FORMS = {
    "bash": _for_bash,
    "zsh": _for_zsh,
    "fish": _for_fish,
    "powershell": _for_powershell,
    "pwsh": _for_powershell,
}


def install(context: Any, _parameter: Any, wanted: Any) -> None:
    """What `--install-completion` does."""
    if not wanted or context.resilient_parsing:
        return
    library: Any = importlib.import_module("typer.completion")
    _known_shell(library)
    shell, path = library.install()
    output.say(
        _("Completion for {shell} is in {path}; it works in the next shell.").format(
            shell=shell, path=path
        )
    )
    context.exit()


def show(context: Any, _parameter: Any, wanted: Any) -> None:
    """What `--show-completion` does."""
    if not wanted or context.resilient_parsing:
        return
    library: Any = importlib.import_module("typer.completion")
    script = library.get_completion_script(
        prog_name="preftally", complete_var=VARIABLE, shell=_known_shell(library)
    )
    output.raw(f"{script}\n")
    context.exit()


def _known_shell(library: Any) -> str:
    """The shell that this command was typed into. Raises `WrongUsage` for others."""
    shell = library._get_shell_name() or ""
    if shell not in _FORMS:
        raise WrongUsage(
            _("{shell}: there is no completion for this shell").format(shell=shell or '""'),
            _("one of: {words}").format(words=", ".join(_FORMS)),
        )
    return str(shell)
