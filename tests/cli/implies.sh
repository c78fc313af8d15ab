#!/bin/sh
# The command `implies`: implies.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# implied NAME OPTIONS...: at all states; except NAME CONDITION OPTIONS...: only there it fails: at exceptional positions, or on a component that is as large as where it holds
implied() {
    name=$1
    shift
    check "$name" 0 '^  implied, proved$' '' implies "$@"
}
except() {
    name=$1
    condition=$(printf '%s' "$2" | sed 's/[][]/\\&/g')
    shift 2
    case $condition in
    *"'"*) status=5 words='^  elsewhere it holds, proved$' ;;
    *) status=0 words='^  implied, proved, except where$' ;;
    esac
    check "$name" "$status" "^    $condition(,|\$)" '' implies "$@"
    check "$name-words" "$status" "$words" '' implies "$@"
    check "$name-alone" "$status" '^  "except": \["[^"]*"\],$' '' implies "$@" --json
}

# [Simple] Ex. 6, [Homogeneous] Remark 6
implied 6-I pair-6 --given a,c --then b
except 6-II "P[1]' = P[2]'" pair-6 --given a,b --then c
except 6-III "B' = 0" pair-6 --given b,c --then a
except remark-I 'P[1] = P[2]' midpoint-rod --then b
except remark-II "P[1]' = P[2]'" midpoint-rod --given a,b --then c
except remark-III "B' = 0" midpoint-rod --given b,c --then a
# [Simple] Ex. 7, [Homogeneous] Ex. 1
implied 7-I pair-7 --given d1 --then a,b1,c1
implied 7-II pair-7 --given a,c1 --then d1,b1
except 7-III "B' = 0" pair-7 --given b1,c1 --then d1
except 7-IV "P[1]' = P[2]'" pair-7 --given a,b1 --then d1
except 1-I 'P[1] = P[2]' normal-velocities --then b1
implied 1-c normal-velocities --then c1
except 1-III "B' = 0" normal-velocities --given b1,c1 --then d1
except 1-IV "P[1]' = P[2]'" normal-velocities --given a,b1 --then d1
# [Simple] Ex. 8, [Homogeneous] Ex. 2
except 8-I "P[1]' = 0" pair-8 --given a2,b2 --then c2
except 8-II "P[2]' = 0" pair-8 --given a2,c2 --then b2
implied 8-III pair-8 --then a2
except 2-I "P[1]' = 0" perpendicular-pair --given i,ii --then iii
except 2-II "P[2]' = 0" perpendicular-pair --given i,iii --then ii
except 2-III 'P[1] = P[2]' perpendicular-pair --given ii,iii --then i
# [Simple] Remark 2, Ex. 4, sec. 2.4, Remark 7
implied rod rod --then b
except rod-back "q3' = 0" rod --given b --then c
check chain 5 '^  "except": \["P\[2\]'"'"' = 0", "P\[3\]'"'"' = 0"\],$' '' implies planar-chain --then closed --json
check chain-odd 5 '^  not implied$' '' implies planar-chain --set N=3 --then closed
implied across across-along --then perpendicular
check across-back 5 '^  not implied$' '' implies across-along --given perpendicular,across --then along
except knife "P[2]' = 0" knife-chain-cartesian --given across,along --then right
except knife-back 'P[1] = P[2]' knife-chain-cartesian --then 'across[2]'

# names and equations
check words 0 "^  dot\(d, d'\) = 0, c  =>  b$" '' implies pair-6 --given "dot(d, d') = 0, c" --then b
check label 0 '^  turn, c  =>  b$' '' implies pair-6 --given "turn: dot(d, d') = 0" --given c --then b
check vector 0 '^  implied, proved$' '' implies pair-6 --given "P[1]' = P[2]'" --then a,b
check both 0 '^  implied, proved$' '' implies pair-6 --given "P[1]' = 0" --then "P[1]' = 0"
check family 0 '^  implied, proved$' '' implies pair-6 --given "rest[i=1..2]: P[i]' = 0" --then a,b,c
check identity 0 '^  implied, proved$' 'holds identically' implies pair-6 --given a --then "x[1]' = x[1]'"
check refuted 5 '^    c fails: left minus right is ' '' implies pair-6 --given a --then c
check state 5 "^      at .*the others 0$" '' implies pair-6 --given a --then c
check turns 5 '^  not implied$' '' implies rod --given 'sin(q3) = 0' --then 'q3 = 0'
check smaller 0 '^  implied, proved, except where$' '' implies pair-6 --given "|P[1]'|*x[2]' = 0" --then "x[2]' = 0"
check smaller-where 0 "^    P\[1\]' = 0,  that is " '' implies pair-6 --given "|P[1]'|*x[2]' = 0" --then "x[2]' = 0"
check component 5 '^  not implied: it fails on a whole component' '' implies rod --given "q1'^2 = q2'^2" --then "q1' = q2'"
check no-value 7 '^  no value: the conclusion has no value at any state' '' implies rod --given "q1' = 0" --then "sqrt(-1 - q2'^2) = q3'"
check values 0 '^  for all values of the parameters except l = 0$' '' implies rod --given "l*q1' = 0" --then "q1' = 0"
check undecided 6 '^  undecided: ' '' implies rod --given "q1'^4*q2'^2 + q1'^2*q2'^4 + 1 = 3*q1'^2*q2'^2" --then "q1'^2 = 1"
check assume 0 '^  implied, proved$' '' implies rod --given b --then c --assume "q3' > 0"
check nothing 0 ': no state satisfies the premises$' '' implies rod --given "q1'^2 + 1 = 0" --then c
check set 0 '^  implied, certified' '' implies rod --given "q1' = l*q2'" --then "q1' = q2'"
check set-why 0 '^  with the values that the parameters have, not for all values$' '' implies rod --given "q1' = l*q2'" --then "q1' = q2'"
check set-other 5 '^  not implied$' '' implies rod --set l=2 --given "q1' = l*q2'" --then "q1' = q2'"

check seen 0 '^  observed at random states to many digits, not proved$' '' implies rod --given "exp(q1') = 1" --then "q1' = 0"

# JSON
check json 0 '^  "implied": true,$' '' implies pair-6 --given a,c --then b --json
check json-by 0 '^  "implied_by": "proved",$' '' implies pair-6 --given a,c --then b --json
check json-elsewhere 5 '^  "elsewhere_by": "proved",$' '' implies pair-6 --given a,b --then c --json
check json-no 5 '^  "implied": false,$' '' implies pair-6 --given a --then c --json
check json-witness 5 '^  "witness": \{"t": 0, ' '' implies pair-6 --given a --then c --json
check json-open 6 '^  "implied": null,$' '' implies rod --given "if(q1 < 0, q1', q2') = 0" --then "q1'*q2' = 0" --json

# what is wrong
check no-then 2 '' "'implies' needs something to ask for" implies pair-6 --given a
check empty 2 '' 'names nothing' implies pair-6 --given , --then a
check unknown 2 '' "no constraint or condition 'bb'" implies pair-6 --given a,bb --then c
check nearest 2 '' "did you mean 'b'" implies pair-6 --given a,bb --then c
check listed 2 '' "there are 'a', 'b', 'c'" implies pair-6 --given a --then something
check name 2 '' "condition x\[1\]' = w: error: unknown name 'w'" implies pair-6 --given "x[1]' = w" --then c
check syntax 2 '' 'condition ' implies pair-6 --given a --then "x[1]' ="
check twice 2 '' 'a' implies pair-6 --given "a: x[1]' = 0" --then c
check contradiction 2 '' 'cannot hold' implies pair-6 --given "1 = 2" --then c

finish
