#!/bin/sh
# Pictures of the system, `run --picture`: picture.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/throw.nh" <<'END'
system "A throw & <b>"
coord x, z
point P = [x, 0, z] mass 1
gravity [0, 0, -9.81]
init x' = 3, z' = 5
draw trail P
draw sphere P radius 0.1
simulate t = 0 .. 1 step 0.5
END
sed 's/^draw trail.*/draw arrow P, P'"''"'/' "$folder/throw.nh" >"$folder/second.nh"
sed '/^draw/d' "$folder/throw.nh" >"$folder/plain.nh"
printf 'coord x, y\npoint P = [x, y] mass 1\nforce x: sqrt(1 - t)\ninit x = 0, y'\'' = 1\n' >"$folder/singular.nh"
throw=$folder/throw.nh
cd "$folder" || exit 1

# without gnuplot
mkdir empty
PATH=$folder/empty "$program" run throw.nh --picture a.svg >out 2>err
expect alone test $? -eq 0
expect svg test "$(head -c 5 a.svg)" = '<svg '
expect whole test "$(tail -n 1 a.svg)" = '</svg>'
expect title grep -qF 'A throw &amp; &lt;b&gt;' a.svg
expect moments grep -q 'class="moment"' a.svg
cp a.svg first.svg

check drawn 0 '^picture: a\.svg$' '' run "$throw" --picture a.svg
expect same-bytes cmp a.svg first.svg
expect says-nothing-unused test "$("$program" run "$throw" --picture a.svg | grep -c 'not used by')" -eq 0
check without 0 '^not used by this command: 2 drawings$' '' run "$throw"
check two 0 '^picture: c\.svg$' '' run "$throw" --picture b.svg --picture c.svg
expect two-same cmp b.svg c.svg
check with-all 0 '^written: a\.csv, 3 rows' '' run "$throw" -o a.csv --plot plot.svg --picture a.svg
expect both-plot test -s plot.svg
expect both-same cmp a.svg first.svg
check json 0 '"pictures": \["a\.svg"\]' '' run "$throw" --json --picture a.svg
check json-used 0 '"drawings": 0' '' run "$throw" --json --picture a.svg
check any-rows 0 '^picture: rows\.svg$' '' run "$throw" --step 0.001 --picture rows.svg
expect rows-same cmp rows.svg first.svg
check plain 0 '^picture: plain\.svg$' '' run plain.nh --picture plain.svg
check left-out 0 '^picture: second\.svg$' 'warning: 1 drawing needs something that a state does not determine' run second.nh --picture second.svg
check bad-end 3 '^picture: end\.svg$' '' run singular.nh --picture end.svg
expect says-end grep -q 'not determined beyond' end.svg
check one-row 0 '^picture: one\.svg$' '' run leibniz --to 1 --at 0 --picture one.svg

# what cannot be, before anything is computed
check ending 2 '' "must end with .svg, but the name is 'a.png'" run "$throw" -o none.csv --picture a.png
check no-folder 4 '' "cannot write 'none/a.svg'" run "$throw" -o none.csv --picture none/a.svg
expect nothing-computed test ! -e none.csv
check no-value 2 '' '--picture needs a value' run "$throw" --picture
check over-motion 2 '' "-o '.*' and --picture '.*' name the same file" run "$throw" -o new.svg --picture ./new.svg
check over-plot 2 '' "--picture '.*' and --plot '.*' name the same file" run "$throw" --plot new.svg --picture ./new.svg
expect over-nothing test ! -e new.svg
ln -s throw.nh link.svg
check over-model 2 '' 'would overwrite the file that MODEL reads' run "$throw" --picture link.svg
finish
