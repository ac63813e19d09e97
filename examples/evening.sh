#!/bin/sh
# An evening from `new` to `settle`, played in a folder of its own.
set -eu

cd "$(mktemp -d)"
play() {
    printf '\n$ preftally'
    printf " %s" "$@"
    printf '\n'
    preftally "$@"
}

play new --players Anna,Boris,Vera --convention sochi --pool 6
play hand 7S 5 --whist Anna --pass Boris
play hand 6D 7 --whist Boris=2 --whist Vera=1
play hand 6C --pass Anna --pass Boris
play hand 7H --pass Anna --half Boris
play explain
play hand misere 2 --by Boris
play hand pass Anna=1 Boris=5 Vera=4
play hand 8NT --by Anna --concede
play adjust Boris --mountain 2 --note "a card was shown"
play sheet
play hand 8S 8 --by Boris --whist Vera --pass Anna
play hand 9D 9 --whist Boris --pass Vera
play sheet
play settle --stake 0.5
play settle --json
