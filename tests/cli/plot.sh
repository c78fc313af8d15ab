#!/bin/sh
# Pictures, `run --plot`: plot.sh PROGRAM. gnuplot must be there, as packages.txt says.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/odd.nh" <<END
system "Odd \`touch $folder/bad\` 'q' a_b^{2} & <b>"
coord θ_1, x__2
point P_α = [x__2, sin(θ_1)] mass 1
init θ_1' = 1, x__2' = 1
simulate t = 0 .. 1 step 0.1
END
cat >"$folder/singular.nh" <<'END'
coord x, y
point P = [x, y] mass 1
force x: sqrt(1 - t)
init x = 0, y' = 1
simulate t = 0 .. 2 step 0.25
END
cat >"$folder/pendulum.nh" <<'END'
coord x, y
point P = [x, y] mass 1
gravity [0, -9.81]
constraint rod: |P| = 1
init x = 1, y = 0
event down: x
simulate t = 0 .. 3 step 0.5
END
odd=$folder/odd.nh
cd "$folder" || exit 1

# begins FILE BYTES: how the file begins.
begins() {
    [ "$(head -c ${#2} "$1")" = "$2" ]
}

printf 'system "The x'\'''\'' equation"\ncoord x\nkinetic x'\''^2/2\ninit x = 1\n' >primes.nh
check primes 0 '^plot: primes\.svg$' '' run primes.nh --plot primes.svg
check section 0 '^section sin.t. = 0 rising: [0-9]* crossing' '' run pendulum.nh --to 30 --section "sin(t) = 0 rising" --plot section.svg
expect section-says grep -q '>section sin(t) = 0 rising: [0-9]* crossings<' section.svg
expect section-names grep -q '>y′<' section.svg
check three 0 '^plot: c\.pdf$' '' run "$odd" --plot a.svg --plot b.PNG --plot c.pdf
expect svg begins a.svg '<?xml'
expect svg-whole grep -q '</svg>' a.svg
expect png test "$(head -c 4 b.PNG | od -An -c | tr -d ' \n')" = '211PNG'
expect pdf begins c.pdf '%PDF'
expect title grep -qF "Odd \`touch $folder/bad\` ′q′ a_b^{2} &amp; &lt;b" a.svg
expect names grep -qF '>θ_1<' a.svg
expect point grep -qF '>P_α<' a.svg
expect no-command test ! -e bad
mv a.svg first.svg
mv c.pdf first.pdf
check again 0 '^plot: a\.svg$' '' run "$odd" --plot a.svg --plot c.pdf
expect same-bytes cmp a.svg first.svg
expect same-bytes-pdf cmp c.pdf first.pdf
check both 0 '^written: a\.csv, 11 rows' '' run "$odd" -o a.csv --plot a.svg
check json 0 '"plots": \["a\.svg"\]' '' run "$odd" --json --plot a.svg
check plain 0 '^nothing written' '' run "$odd"
check one-row 0 '^plot: one\.svg$' '' run leibniz --to 1 --at 0 --plot one.svg
check bad-end 3 '^plot: end\.svg$' '' run singular.nh --plot end.svg
expect says-end grep -q 'ends at t = ' end.svg

# the picture is that of the motion, whatever its rows are
check few-rows 0 '^plot: few\.svg$' '' run pendulum.nh --plot few.svg
check one-of-many 0 '^plot: at\.svg$' '' run pendulum.nh --at 1 --plot at.svg
check many-rows 0 '^plot: many\.svg$' '' run pendulum.nh --step 0.001 --plot many.svg
expect few-or-many cmp few.svg many.svg
expect few-or-one cmp few.svg at.svg
check rows-stay 0 '^written: drawn\.csv, 7 rows' '' run pendulum.nh --plot few.svg -o drawn.csv
check rows-alone 0 '^written: alone\.csv, 7 rows' '' run pendulum.nh -o alone.csv
expect same-rows cmp drawn.csv alone.csv

# what cannot be, before anything is computed
check ending 2 '' ".svg, .png or .pdf, but the name is 'a.jpg'" run "$odd" -o none.csv --plot a.jpg
check no-ending 2 '' "but the name is '.svg'" run "$odd" -o none.csv --plot a.svg --plot .svg
check no-folder 4 '' "cannot write 'none/a.svg'" run "$odd" -o none.csv --plot none/a.svg
expect nothing-computed test ! -e none.csv
check no-value 2 '' '--plot needs a value' run "$odd" --plot

# a gnuplot that is not there is missed before the computation
echo old >old.svg
mkdir empty fake
PATH=$folder/empty "$program" run "$odd" -o kept.csv --plot old.svg >out 2>err
expect missing-status test $? -eq 3
expect missing grep -q 'gnuplot-nox' err
expect missing-early test ! -e kept.csv
expect missing-silent test ! -s out
# one that fails: the CSV stays, the old picture too
printf '#!/bin/sh\necho first >&2\necho "  the last word" >&2\necho half\nexit 5\n' >fake/gnuplot
chmod +x fake/gnuplot
PATH=$folder/fake:$PATH "$program" run "$odd" -o kept.csv --plot old.svg >out 2>err
expect failing-status test $? -eq 4
expect failing grep -q 'gnuplot failed with exit status 5: the last word' err
expect failing-csv test -s kept.csv
PATH=$folder/fake:$PATH "$program" run "$odd" --json --plot old.svg >out 2>err
expect failing-json grep -q '"errors"' out
expect old-stays test "$(cat old.svg)" = old
finish
