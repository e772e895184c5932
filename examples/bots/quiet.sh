#!/bin/sh
# A program that plays truco, by the bots' line protocol (docs/bots.md): it calls nothing, runs from
# every call, and plays its lowest card first. At any other game it does the first thing that it may.
#
#     cardtui arena truco-paulista 'sh examples/bots/quiet.sh' easy

strength="4567QJKA23"
best="" lowest=99 first=""
while read -r word rest; do
    case "$word $rest" in
    "may no_quiero" | "may run")
        best=$rest lowest=0 ;;
    "may play "*)
        card=${rest#play }
        weaker=${strength%%"${card%?*}"*}
        if [ ${#weaker} -lt $lowest ]; then best=$rest lowest=${#weaker}; fi ;;
    "may "*)
        first=${first:-$rest} ;;
    "go "*)
        echo "${rest%% *} ${best:-$first}"
        best="" lowest=99 first="" ;;
    "quit "*)
        exit ;;
    esac
done
