#!/bin/sh
# What a command says in words, what it says as JSON and its exit status are one answer: agreement.sh PROGRAM. Each line of the tables below is run as text,
# as JSON and as JSON again: the exit status is the same in all of them, it is the one that belongs to the verdict of the JSON, the text has the
# words of that verdict, standard output has one object and nothing else, and both objects have the same bytes.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"
cd "$folder" || exit 1

# ---- models: right, wrong, singular, empty

model() { # model NAME LINE...
    name=$1
    shift
    printf '%s\n' "$@" >"$name.nh"
}
model swing 'coord x' "kinetic x'^2/2" 'potential 2*x^2' 'init x = 1' 'simulate t = 0 .. 1'
model knife 'coord x, y, a' "kinetic (x'^2 + y'^2 + a'^2)/2" "constraint edge: x'*sin(a) = y'*cos(a)" "init x' = 1, a' = 1" 'simulate t = 0 .. 1'
model wrong 'coord thta' "kinetic theta'^2"
model empty 'coord x, y' "kinetic (x'^2 + y'^2)/2" "constraint never: x'^2 + y'^2 = -1" 'init x = 0'
model nostart 'coord x' "kinetic x'^2/2"
model open 'param k' 'coord x' "kinetic x'^2/2" 'potential k*x^2' 'init x = 1'
model ends 'coord x' "kinetic x'^2/2" 'force x: sqrt(1 - t)' 'init x = 0' 'simulate t = 0 .. 2'
model stops 'coord x' "kinetic x'^2/2" "init x' = 1" 'stop when x > 2'
model chase 'coord x, y' "kinetic (x'^2 + y'^2)/2" "constraint chase: x'*(y - 3) - y'*(x - 4) = 0" "init x = 0, y = 0, x' = 4, y' = 3"
model same 'coord x, y' "kinetic (x'^2 + y'^2)/2" "constraint same: (x' - y)^2 = 0" "init x = 0, y = 1, x' = 1" 'simulate t = 0 .. 1'
model fixed 'coord x' "kinetic x'^2" 'constraint c: x = 1' "condition d: x'^2 = 0"
model novalue 'coord x' "kinetic x'^2/2" 'potential log(-x^2 - 1)' 'init x = 1' 'simulate t = 0 .. 1'
model zero 'coord x, y' "kinetic (x'^2 + y'^2)/2" 'potential x/(sin(y)^2 + cos(y)^2 - 1)' 'init x = 1'
model speed 'coord x, y' "kinetic (x'^2 + y'^2)/2" "constraint v: x'^2 + y'^2 = 4" "init x' = 2" 'simulate t = 0 .. 1'
model claims 'coord x' "kinetic x'^2/2" 'potential 2*x^2' 'init x = 1' 'simulate t = 0 .. 1' "claim right: x'' = -4*x" "claim wrong: x'' = 4*x"
model only 'coord x' "kinetic x'^2/2" 'potential 2*x^2' 'init x = 1' "claim right: x'' = -4*x"
printf "t,x,x'\n0,1,0\n" >swing.csv
printf "t,x,x'\n0,1,0\n2,1,0\n" >ends.csv
printf "t,x,y,a,x',y',a'\n0,0,0,0,1,0,1\n" >knife.csv
printf "t,x\n0,1\n" >short.csv

# ---- what is looked at

# top KEY: the value of a key of the object itself, as JSON writes it
top() {
    sed -n "s/^  \"$1\": \\(.*[^,]\\),*\$/\\1/p" json | tr -d '"' | head -n 1
}

# wants STATUS: what the JSON says must come with it; text WORDS: they are in the text
wants() {
    expect "$line: the JSON says $said, with exit status $1 and not $status" test "$status" -eq "$1"
}
text() {
    expect "$line: '$1' is in the text" grep -Eq -- "$1" text
}

judge_check() { wants 0; }
judge_show() { wants 0; }
judge_derive() { wants 0; }
judge_list() { wants 0; }
judge_holds() {
    said=$(top verdict)
    case $said in
    proved | certified) wants 0 ;;
    refuted) wants 5 ;;
    undecided) wants 6 ;;
    'no value') wants 7 ;;
    *) expect "$line: verdict '$said'" false ;;
    esac
    for each in proved certified refuted undecided 'no value'; do
        if grep -q "\"verdict\": \"$each\"" json; then text "$each"; fi
    done
    # the whole is the worst of the parts
    worst=$(grep -Eo '"verdict": "[a-z ]+"' json | sed 1d | sed 's/.*: "//; s/"//' |
        awk 'BEGIN { r["proved"] = 1; r["certified"] = 2; r["no value"] = 3; r["undecided"] = 4; r["refuted"] = 5 }
             r[$0] > most { most = r[$0]; name = $0 } END { print name }')
    expect "$line: the worst of the parts is $worst" test "$worst" = "$said"
}
judge_verify() {
    said=$(top verdict)
    case $said in
    holds | inapplicable) wants 0 && text 'all that applies agrees and holds' ;;
    fails) wants 5 && text 'something certainly fails' ;;
    undecided) wants 6 && text 'something is undecided' ;;
    *) expect "$line: verdict '$said'" false ;;
    esac
    case $said in fails) expect "$line: a part is false" grep -q '"holds": false' json ;; esac
    case $said in holds) expect "$line: no part is false" sh -c '! grep -q "\"holds\": false" json' ;; esac
}
judge_implies() {
    said=$(top implied)
    case $said in
    true) wants 0 && text '^ *implied, (proved|certified)|: *implied, |implied, ' ;;
    false) wants 5 && text 'not implied' ;;
    null)
        if [ "$(top valueless)" = true ]; then wants 7 && text 'no value'; else wants 6 && text 'undecided'; fi
        ;;
    *) expect "$line: implied '$said'" false ;;
    esac
}
judge_run() {
    said=$(top status)
    case $said in
    finished | stopped) wants 0 ;;
    singular | failed) wants 3 ;;
    *) expect "$line: status '$said'" false ;;
    esac
    text "^time: .*: $said"
}
judge_compare() {
    said=$(grep -Eo '"status": "[a-z]+"' json | sed 's/.*: "//; s/"//' | sort -u | tr '\n' ' ')
    case $said in
    *singular* | *failed*) wants 3 ;;
    *) wants 0 ;;
    esac
}
judge_eval() {
    said="$(top failed) failed of $(top states), $(top inapplicable) inapplicable"
    if [ "$(top failed)" -eq 0 ]; then wants 0
    elif [ "$(top inapplicable)" -eq "$(top states)" ]; then wants 7
    else wants 3; fi
    expect "$line: rows" test "$(sed -n '/^  "rows"/,/^  \]/p' json | grep -c '^    \[')" -eq "$(top states)"
}
judge_displacements() {
    said="$(top failed) failed"
    case $said in '0 failed') wants 0 ;; *) wants 3 ;; esac
}

# case COMMAND ARGUMENT...
agree() {
    line=$*
    said="a result"
    command=$1
    "$program" "$@" >text 2>messages </dev/null
    status=$?
    "$program" "$@" --json >json 2>json-messages </dev/null
    expect "$line: exit status $status as text, $? as JSON" test $? -eq "$status"
    "$program" "$@" --json >again 2>/dev/null </dev/null
    expect "$line: the same bytes twice" cmp -s json again
    expect "$line: one object" test "$(head -c 1 json)" = '{' -a "$(tail -n 1 json)" = '}' -a "$(grep -c '^{' json)" -eq 1
    if grep -q '^  "errors": \[$' json; then
        case $status in 1 | 2 | 3 | 4 | 7) passed=$((passed + 1)) ;; *) expect "$line: errors with exit status $status" false ;; esac
        expect "$line: errors, and messages" test -s messages
        expect "$line: errors, and no result" test ! -s text
    else
        expect "$line: exit status $status is no error" test "$status" -ne 1 -a "$status" -ne 2 -a "$status" -ne 4
        expect "$line: a result" test -s text
        "judge_$command"
    fi
}

# ---- the small cases

for system in swing knife wrong empty nostart open ends stops chase same fixed novalue zero speed claims; do
    agree check "$system.nh"
    agree run "$system.nh"
done
for system in swing knife wrong empty same zero speed claims; do agree verify "$system.nh" --samples 2 --digits 20; done
for system in wrong knife zero; do agree derive "$system.nh"; done
for system in wrong claims; do agree show "$system.nh" --expanded; done
for system in swing same novalue speed empty; do
    agree holds "$system.nh" --equation "E' = 0" --quick --samples 2
    agree holds "$system.nh" --equation "x'' = 7" --quick --samples 2
    agree implies "$system.nh" --then "x' = 7"
    agree displacements "$system.nh"
done
agree holds only.nh --equation "x'' = -4*x" --equation "x' = x" --quick
agree holds swing.nh --equation "x/x = 1" --quick
agree holds swing.nh --equation "sqrt(-1 - x^2) = x" --quick
agree holds knife.nh --equation "x'*sin(a) = y'*cos(a)" --quick
agree holds knife.nh --equation "sin(exp(x')) + 1 > 0" --quick
agree holds swing.nh --motion 'x = A*cos(2*t) + B*sin(2*t)'
agree holds swing.nh --motion 'x = A*cos(3*t)' --quick
agree holds swing.nh --equation "x = nobody"
agree holds swing.nh
agree implies knife.nh --given edge --then "x'*sin(a) = y'*cos(a)"
agree implies knife.nh --then nobody
agree implies speed.nh --then "x'^2 = 4 - y'^2"
agree eval swing.nh --states swing.csv
agree eval ends.nh --states ends.csv
agree eval swing.nh --states short.csv
agree eval swing.nh --states none.csv
agree eval speed.nh --states swing.csv
agree eval knife.nh --states knife.csv --form chaplygin
agree eval knife.nh --states knife.csv --digits 20
agree derive knife.nh --form chaplygin
agree derive speed.nh --form hamel
agree derive knife.nh --form nobody
agree run knife.nh --form voronec
agree run knife.nh --to nowhere
agree run swing.nh --columns nobody -o rows.csv
agree compare knife.nh
agree compare knife.nh --forms chetaev,maggi
agree compare ends.nh --forms chetaev,maggi
agree compare swing.nh --forms chetaev,nobody
agree compare wrong.nh
agree check nofile.nh
agree check nobody
agree list

# ---- some of the built-in models

for system in leibniz incline-skate; do
    agree check "$system"
    agree run "$system"
    agree holds "$system" --equation "E' = 0" --quick --samples 2
done
agree compare incline-skate
agree implies pair-8 --given a2,b2 --then c2
agree verify incline-skate --samples 2 --digits 20
agree displacements incline-skate
finish
