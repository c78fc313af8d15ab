#!/bin/sh
# The command `report` and `run --report`: report.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/skate.nh" <<'END'
# A skate.
system "Skate"
param m = 1, k = 3
coord x, y, th
kinetic m/2*(x'^2 + y'^2 + th'^2)
potential k*x
constraint edge: x'*sin(th) = y'*cos(th)
init x' = 1, th' = 1
simulate t = 0 .. 2
END
printf "coord thta\nkinetic theta'^2\n" >"$folder/misspelt.nh"
printf "param k\ncoord x\nkinetic x'^2/2\npotential k*x\n" >"$folder/open.nh"
skate=$folder/skate.nh
cd "$folder" || exit 1

# is_page FILE: one whole page with its data
is_page() {
    [ "$(grep -c '<title>' "$1")" -ge 1 ] && grep -q '"format":1' "$1" && ! grep -q '@REPORT_' "$1" && tail -c 20 "$1" | grep -q '</html>'
}

check default 0 '' 'written: skate.html' report "$skate"
expect "the page is beside the caller" is_page skate.html
expect "it is titled" grep -q '<title>Skate' skate.html
check named 0 '' 'written: other.html' report "$skate" --set k=2 -o other.html
expect "the page has the name that was given" is_page other.html
expect "it says how to make it again" grep -q 'nonholo report .*skate.nh --set k=2 -o other.html","date"' other.html
check quotes 0 '' 'written: a b.html' report "$skate" --init "x'=2" -o 'a b.html'
expect "words are quoted as a shell wants them" grep -qF "'x'\\\\''=2' -o 'a b.html'" 'a b.html'
"$program" report "$skate" -o - >stdout.html 2>stderr.txt
expect "- is standard output" is_page stdout.html
expect "nothing is said then" sh -c '! [ -s stderr.txt ]'
check builtin 0 '' 'written: leibniz.html' report leibniz --to 0.5
expect "a built-in model" is_page leibniz.html
expect "the span is that of the option" grep -q '"to":0.5' leibniz.html

# the same bytes on the same day
SOURCE_DATE_EPOCH=86400 "$program" report "$skate" -o 1.html 2>/dev/null
SOURCE_DATE_EPOCH=86400 "$program" report "$skate" -o 1.html 2>/dev/null && cp 1.html 2.html
SOURCE_DATE_EPOCH=86400 "$program" report "$skate" -o 1.html 2>/dev/null
expect "the same command gives the same bytes" cmp -s 1.html 2.html
expect "the day is that of SOURCE_DATE_EPOCH" grep -q '"date":"1970-01-02"' 1.html

# the stability of a steady motion
cat >"$folder/hoop.nh" <<'END'
param w = 3
coord theta
kinetic (theta'^2 + w^2*sin(theta)^2)/2
potential -9.81*cos(theta)
init theta = 0, theta' = 0.1
END
check spectrum 0 '' 'written: spectrum.html' report hoop.nh --vary w=1:5:5 -o spectrum.html
expect "matrices, values and the change are there" grep -q '"stability":{"name":"w","motion":{"value":3,.*"M":\[\[1\]\].*"values":\[1,2,3,4,5\].*"changes":\[{"value":3.132.*"digits":"3.132.*"kind":"zero root"' spectrum.html
expect "its mode is there, and nothing of it to see" grep -q '"modes":\[{"eigenvalue":"0.9000*0 i","parts":\[\["theta","1"\]\],"steady":null,"growing":null}\]' spectrum.html
check no-spectrum 0 '' 'written: plain.html' report hoop.nh -o plain.html
expect "without the option it is left out" grep -q '"stability":null' plain.html
check two-quantities 2 '' 'give --vary once' report hoop.nh --vary w=1:5 --vary theta=0:1 -o map.html
check no-range 2 '' 'is not a range' report hoop.nh --vary w=1 -o map.html

# first integrals, with their values along the motion
check integrals 0 '' 'written: i.html' report "$skate" --watch integrals -o i.html
expect "they are listed with their proofs and with what they do" grep -Eq '"integrals":\{"integrals":\[\{"text":"E",.*"by":"proved","from":"energy".*"symmetries":\[\{"text":"y = 1".*"values":\[\{"start":1,"drift":[0-9.e-]+\},\{"start":1,' i.html
expect "their changes are curves" grep -Eq '"group":"integrals","label":"changes of integrals","scale":"log".*"name":"1: E"' i.html
expect "without the option they are left out" sh -c 'grep -q "\"integrals\":null" plain.html && ! grep -q "changes of integrals" plain.html'
check kept-integrals 0 '' 'written: k.html' report "$skate" --keep integrals -o k.html
expect "they are there when they are kept" grep -q '"integrals":{"integrals":\[{"text":"E"' k.html
check run-integrals 0 'report: ri.html' '' run "$skate" --watch integrals --report ri.html
expect "and in the page of a run" grep -q '"integrals":{"integrals":\[{"text":"E"' ri.html
check other-word 2 '' 'needs the word integrals' report "$skate" --watch energy -o w.html
check other-motions 2 '' "'vakonomic' has other motions" report "$skate" --form vakonomic --watch integrals -o w.html
check beside-others 0 '' 'written: b.html' report "$skate" --forms chetaev,vakonomic --watch integrals -o b.html
expect "of several motions those of the first" grep -q '"integrals":{"integrals":\[{"text":"E"' b.html
check integrals-alone 0 '' 'does not contain a motion' report "$folder/open.nh" --watch integrals -o open3.html
expect "without a motion they are listed" grep -q '"integrals":{"integrals":\[{"text":"E".*"values":\[null\]' open3.html

# several formulations together
# has_motions FILE NAMES: the formulations of the motions in a page, in their order
has_motions() {
    [ "$(grep -o '"name":"[^"]*","outcome"' "$1" | cut -d '"' -f 4 | tr '\n' ' ')" = "$2" ]
}
check forms 0 '' 'written: forms.html' report "$skate" --forms vakonomic,chetaev --forms maggi -o forms.html
expect "all motions are there, in the order that was asked for" has_motions forms.html "vakonomic chetaev maggi "
expect "the others are measured by the first" grep -q '"difference":{"threshold".*"difference":{"threshold"' forms.html
check one-form 0 '' 'written: one.html' report "$skate" --forms maggi -o one.html
expect "one formulation is a motion alone" grep -q '"others":\[\]' one.html
check left-out 0 '' "does not contain the motion of 'chaplygin': .*does not apply" report leibniz --to 0.1 --forms chetaev,chaplygin,vakonomic -o left.html
expect "what does not apply is left out" has_motions left.html "chetaev vakonomic "
expect "the page tells it" grep -q "formulation 'chaplygin' does not apply" left.html
check quiet-left-out 0 '' '' report leibniz --to 0.1 --forms chetaev,chaplygin -o left.html --quiet
check first-form 7 '' 'does not apply' report leibniz --forms chaplygin,chetaev -o c.html
check unknown-form 2 '' "did you mean 'chetaev'" report "$skate" --forms maggi,chetae -o c.html
check colons 2 '' "'chetaev' has no settings" report "$skate" --forms maggi,chetaev:a -o c.html
check empty-form 2 '' 'not an empty one' report "$skate" --forms maggi,, -o c.html
check twice 2 '' "'maggi' twice" report "$skate" --forms maggi --forms chetaev,maggi -o c.html
check form-and-forms 2 '' 'exclude each other' report "$skate" --form maggi --forms chetaev -o c.html
expect "no page is left behind" sh -c '! [ -e c.html ]'
check open-forms 0 '' "does not contain a motion: .*k" report "$folder/open.nh" --forms chetaev,maggi -o open2.html
expect "without a motion there are no others" grep -q '"motion":null,"others":\[\]' open2.html
# the multiplier of the speed makes up for the push against it, until nothing is left of the momentum, at t = 1
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x\nconstraint speed: x'^2 + y'^2 = 1\ninit x' = 1\nsimulate t = 0 .. 2\n" >"$folder/away.nh"
check bad-end 3 '' "the motion of 'vakonomic' is .* at t = (1|0.99)" report "$folder/away.nh" --forms chetaev,vakonomic -o away.html
expect "a motion that cannot go on is shown" grep -Eq '"name":"vakonomic","outcome":"(singular|failed)"' away.html

# beside a run
check run 0 'report: run.html' '' run "$skate" -o run.csv --report run.html
expect "run writes the page" is_page run.html
expect "the forces of the page are not in the CSV" sh -c '! head -n 1 run.csv | grep -q reaction'
check with-reactions 0 'report: r.html' '' run leibniz --to 0.2 --reactions -o r.csv --report r.html
expect "unless they are asked for" sh -c 'head -n 1 r.csv | grep -q reaction'
check json 0 '"report": "j.html"' '' run "$skate" --report j.html --json
check alone 0 '^report: alone.html$' '' run "$skate" --report alone.html
check nothing-else 0 'report' '' run "$skate" --report alone.html
expect "a run without -o does not ask for it when there is a page" sh -c '! grep -q "written: nothing" out'

# without a motion
check open-parameter 0 '' "does not contain a motion: .*k" report "$folder/open.nh"
expect "the page is there all the same" is_page open.html
expect "it has no motion" grep -q '"motion":null' open.html

# a motion that cannot go on is shown, and told
printf "coord x\nkinetic x'^2/2\nforce x: 1/(1 - x)^3\ninit x = 0, x' = 1\n" >"$folder/wall.nh"
check singular 3 '' 'at t = ' report "$folder/wall.nh"
expect "with its page" is_page wall.html
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x*y = 1\ninit x = 0, y = 0\n" >"$folder/start.nh"
check wrong-start 1 '' 'x' report "$folder/start.nh"
printf "coord x, reaction1\nkinetic x'^2 + reaction1'^2\nconstraint c: x' = reaction1'\nwatch reaction_x = x\ninit x' = 1\n" >"$folder/names.nh"
check names 0 'report: names.html' '' run "$folder/names.nh" --to 1 -o names.csv --report names.html
expect "names that look like forces stay" sh -c 'head -n 1 names.csv | grep -q reaction_x && head -n 1 names.csv | grep -q reaction1'

# standard output takes one result
check two-outputs 2 '' 'standard output' run "$skate" --csv - --report -
check json-output 2 'standard output' '' run "$skate" --json --report -
"$program" run "$skate" --report - >page.html 2>summary.txt
expect "the page alone" is_page page.html
expect "the summary is beside it" grep -q 'time: from' summary.txt
check empty-report 2 '' 'name of a file' run "$skate" --report ''

# mistakes
check misspelt 1 '' 'theta' report "$folder/misspelt.nh"
expect "no page of a wrong model" sh -c '! [ -e misspelt.html ]'
check no-folder 4 '' 'nowhere' report "$skate" -o nowhere/skate.html
check empty-name 2 '' "needs the name of a file" report "$skate" -o ''
check over-model 2 '' 'would overwrite' report "$skate" -o "$skate"
check same-file 2 '' 'name the same file' run "$skate" -o s.html --report s.html
check hypothesis 7 '' 'does not apply' report leibniz --form chaplygin -o c.html
check option 2 '' "unknown option|does not take|no option" report "$skate" --plot p.svg

finish
