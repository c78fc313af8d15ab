#!/bin/sh
# The commands with a MODEL: model.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/good.nh" <<'END'
system "Two points"
param m = 1, k
coord x, y
point P = [x, y] mass m
potential k*x^2/2
constraint line: x' = y
constraint circle: x'^2 + y'^2 = 4
condition level: y = 0
claim c: x'' = 0
init x = 1, x' = 0
END
cat >"$folder/bad.nh" <<'END'
system "Wrong"
coord theta
	potential cos(thta)
END
printf '\357\273\277system "Wide"\r\ncoord \346\274\242\r\npotential \346\274\242*thta\r\n' >"$folder/wide.nh"
{
    printf 'coord x\npotential 0'
    yes ' + x' | head -n 100 | tr -d '\n'
    echo ' + thta*x'
} >"$folder/long.nh"
good=$folder/good.nh
bad=$folder/bad.nh

# where a model comes from
check missing 2 '' "'check' needs MODEL" check
check too-many 2 '' "takes one word, not 2: 'b'" check a b
check unknown-near 2 '' "no built-in model 'lebniz', did you mean 'leibniz'" check lebniz
check unknown-model 2 '' "no built-in model 'frobnicate'; 'nonholo list'" show frobnicate
check no-file 4 '' "cannot read .*/none.nh.: No such file" check "$folder/none.nh"
check a-folder 4 '' "cannot read .*: Is a directory" show "$folder/"
check ended-options 4 '' "cannot read '--x.nh'" check -- --x.nh
(cd "$folder" && cp good.nh plain && "$program" check plain 2>err)
expect hint-for-a-file grep -q "write './plain'" "$folder/err"

# options
check option-near 2 '' "unknown option '--wihtout', did you mean '--without'" check leibniz --wihtout=a
check option-lacks-value 2 '' '--set needs a value: --set NAME=VALUE' check leibniz --set
check seed-bad 2 '' "whole number .*, not '-1'" check leibniz --seed -1
check seed-word 2 '' "whole number .*, not '3x'" check leibniz --seed 3x
check seed 0 '"seed": 18446744073709551615' '' check leibniz --json --seed 18446744073709551615

# show
check show 0 '^constraint speed: ' '' show leibniz
expect show-is-the-file cmp -s "$folder/out" "$(dirname "$0")/../../models/simple/leibniz.nh"
check show-file 0 "^constraint line: x' = y\$" '' show "$good"
check show-wrong 0 'thta' '' show "$bad"
check show-json 0 '"title": "Leibniz particle"' '' show leibniz --json
check show-json-source 0 '"source": ".*Simple' '' show leibniz --json
check show-set 0 'system "Leibniz particle"' '' show leibniz --set c=3
check show-expanded 0 'perp\[4\]' '' show chain --expanded
check show-set-const 0 'perp\[2\]' '' show chain --set N=3 --quiet
input=$good
check show-stdin 0 "^constraint line: x' = y\$" '' show -
input=/dev/null

# check; what it finds out is the business of facts.sh
check check 0 '^Leibniz particle$' '' check leibniz
check check-row 0 '^  speed  power-affine, degree 2, not integrable \(certified\) \(leibniz:[0-9]+\)$' '' check leibniz
check check-n 0 '^  coordinates         3: x, y, z$' '' check leibniz
check check-family 0 '^  perp\[1\.\.4\]  homogeneous, degree 2, not integrable \(certified\) \(' '' check chain
check check-more 0 '^  perp\[1\.\.99\]  homogeneous, degree 2, not integrable \(certified\) \(' '' check chain --set N=100
check check-more-coordinates 0 '^  coordinates         300: x\[1\.\.100\], y\[1\.\.100\], z\[1\.\.100\]$' '' check chain --set N=100
check check-affine 0 '^  line    affine' '' check "$good"
check check-condition 0 '^  level  geometric' '' check "$good"
check check-open 0 '^  parameters          2, without a value: k \(drawn for this check\)$' '' check "$good"
echo 'param unused = 1' | cat "$good" - >"$folder/noted.nh"
check check-warning 0 '^Two points$' "noted.nh:11:7: warning: 'unused'" check "$folder/noted.nh"
check check-warning-quiet 0 '^Two points$' '' check "$folder/noted.nh" --quiet
check check-warning-json 0 '"line": 11, "column": 7, "length": 6, "message": ".unused' '' check "$folder/noted.nh" --json
check check-no-colour 1 '' '^[^[:cntrl:]]*bad.nh:3' check "$bad"
check check-with 0 '^constraints: 3, 1 geometric and 2 kinematic; together general$' 'cannot hold at the initial state' check "$good" --with level
check check-without 0 '^constraints: 1, kinematic$' '' check "$good" --without line
check check-json 0 '"format": 1,' '' check leibniz --json
check check-json-coordinates 0 '^  "coordinates": \["x", "y", "z"\],$' '' check leibniz --json
check check-output 0 '' '' check leibniz -o "$folder/result"
expect check-output-there grep -q '^Leibniz particle' "$folder/result"

# the example that the help begins with is a model
"$program" help language | awk '/^  system/ { on = 1 } on && /^$/ { exit } on' >"$folder/first.nh"
check help-example 0 '^  speed  power-affine, degree 2' '' check "$folder/first.nh"

# a wrong model
check wrong 1 '' "bad.nh:3:16: error: unknown name 'thta'" check "$bad"
check wrong-line 1 '' '^      potential cos\(thta\)$' check "$bad"
check wrong-mark 1 '' '^                    \^~~~$' check "$bad"
check wrong-meant 1 '' "did you mean 'theta'" check "$bad"
check wide-mark 1 '' '^ {15}\^~~~$' check "$folder/wide.nh"
check long-cut 1 '' '^  \.\.\..* \+ thta\*x$' check "$folder/long.nh"
check long-mark 1 '' '^ +\^~~~$' check "$folder/long.nh"
check wrong-json 1 '"line": 3, "column": 16, "length": 4, "message": "unknown name .thta' '' check "$bad" --json
check wrong-json-format 1 '"format": 1' '' check "$bad" --json
check wrong-show-expanded 1 '' 'unknown name' show "$bad" --expanded
echo old >"$folder/result"
check wrong-output 1 '' 'unknown name' check "$bad" -o "$folder/result"
expect wrong-output-kept grep -q '^old$' "$folder/result"
input=$bad
check wrong-stdin 1 '' '^stdin:3:16: error: ' check -
input=/dev/null
check option-names-nothing 2 '' 'frob' check leibniz --set frob=1
check with-nothing 2 '' 'frob' check leibniz --with frob

# many models in JSON are JSON
if command -v python3 >/dev/null; then
    for model in leibniz chain "$good"; do
        "$program" check --json "$model" >"$folder/json" 2>/dev/null
        expect "json of $model" python3 -m json.tool "$folder/json" "$folder/again"
    done
    "$program" list --json >"$folder/json"
    expect "json of list" python3 -m json.tool "$folder/json" "$folder/again"
fi

# ---- functions by quadrature ----

cat >"$folder/quadrature.nh" <<'END1'
param b0 = 2, w = 3
coord x
function b(t) = b0*sin(w*t)
function B(t): B' = b(t), B(0) = 0
function C(s): C' = s^2*exp(-s)*cos(2*s) + 1/(1 + s^2) + 1/(2*s + 3), C(0) = 1
kinetic x'^2/2
force x: C(t)
init x = 1
END1
quadrature=$folder/quadrature.nh
check quadrature 0 "^proved" '' holds "$quadrature" --equation "B(t) = b0*(1 - cos(w*t))/w" --equation "B'(t) = b(t)"
check quadrature-rate 0 "^(proved|certified)" "'B' is a function that nothing calls" holds "$quadrature" --equation "C'(t) = t^2*exp(-t)*cos(2*t) + 1/(1 + t^2) + 1/(2*t + 3)"
# 1 + the integral of C' from 0 to 1, by Gauss' rule in mpmath with 70 digits
printf "t,x,x'\n1,0,0\n" >"$folder/quadrature.csv"
check quadrature-digits 0 "^1,2.0618872708114231992209861006711617214521138225996," '' \
    eval "$quadrature" --states "$folder/quadrature.csv" --digits 50 -q
check quadrature-text 0 "function B\(t\): B' = b0\*sin\(w\*t\), B\(0\) = 0" "nothing calls" show "$quadrature" --expanded
check quadrature-again 0 "^proved" '' holds "$quadrature" --set "b(t)=exp(t)" --equation "B(t) = exp(t) - 1"
check quadrature-set 0 "^proved" '' holds "$quadrature" --set "B(t)=t" --equation "B(t) = t"
printf "coord x\nkinetic x'^2/2\nfunction B(t): B' = exp(-t^2), B(0) = 0\n" >"$folder/open.nh"
check quadrature-open 1 '' "no antiderivative in closed form was found for 'B'" check "$folder/open.nh"
printf "coord x\nkinetic x'^2/2\nfunction B(t): C' = t, B(0) = 0\n" >"$folder/open.nh"
check quadrature-name 1 '' "hint: write function B\(t\): B' = b\(t\), B\(0\) = 0" check "$folder/open.nh"
printf "coord x\nkinetic x'^2/2\nfunction B(t): B' = 1/t, B(0) = 0\n" >"$folder/open.nh"
check quadrature-place 1 '' "the antiderivative for 'B' has no value there" check "$folder/open.nh"

# Beyond a pole of the derivative there is no value: 1/(1 - t) - 1 is the integral of 1/(t - 1)^2 from 0 for t < 1, tan no more than -1/t.
cat >"$folder/pole.nh" <<'END1'
param k = 2, t0 = 3
coord x
function A(t): A' = 1/(t - 1)^2, A(0) = 0
function B(t): B' = A'(t), B(0) = 0
function C(s): C' = 1/(1 - k*s) + s, C(t0) = 0
function D(s): D' = (s - 1)^(-2/3), D(0) = -3      # integrable across 1
kinetic x'^2/2
force x: B(t)
init x = 1
watch w = A(t)
END1
pole=$folder/pole.nh
check pole-before 0 "^  equation +proved" '' holds "$pole" -q --equation "B(t) = t/(1 - t)"
check pole-beyond 7 "no value" '' holds "$pole" -q --equation "B(2) = -2"
check pole-run 3 "singular at t = 2: a force, as it is written, has no value where 1 - t <= 0" "nothing calls" run "$pole" --from 2 --to 3
printf "t,x,x'\n0.5,0,0\n2,0,0\n" >"$folder/pole.csv"
check pole-eval 3 "^2,,0,,0" "state 2: a force, as it is written, has no value where 1 - t <= 0" eval "$pole" --states "$folder/pole.csv"
check pole-watch 0 "^2,1,0,0,\$" "written: to standard output" run "$pole" --set "B(t)=0" --to 2 --step 1 --csv -
check pole-symbols 0 "^  equation +(proved|certified)" '' holds "$pole" -q --equation "C(t) = log((1 - k*t)/(1 - k*t0))/(-k) + (t^2 - t0^2)/2"
check pole-side 7 "no value" '' holds "$pole" -q --set k=-1 --set t0=1 --equation "C(-2) = -log(1/2) + 3/2"
check pole-integrable 0 "^  equation +proved" '' holds "$pole" -q --equation "D(9) = 6"

# A first interrupt ends the waiting for standard input.
mkfifo "$folder/wait"
(exec 9>"$folder/wait"; sleep 2) &
"$program" check - <"$folder/wait" >"$folder/out" 2>"$folder/err" &
reader=$!
sleep 0.4
kill -INT "$reader"
wait "$reader"
expect interrupt test $? -eq 130

finish
