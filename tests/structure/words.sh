#!/bin/sh
# The vocabulary: sh words.sh SOURCE_DIR
#
# Fails, naming file and line, where a word of words.txt is in text that a user reads: the documentation, help, comments of
# public headers, of models and of examples, and the texts in the code of the library, the program and the page. A text in
# code is a string with a blank in it; others are keys and names. Words that words.txt marks with `comments` may not be in
# the comments of code either. Left out are code in the documentation, between backquotes, and the tables of
# docs/words.md, which name such words.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL

files=
for place in README.md CONTRIBUTING.md CHANGELOG.md docs include models examples src apps web/src; do
    [ ! -e "$place" ] || files="$files $(find "$place" -type f \( -name '*.md' -o -name '*.[ch1]' -o -name '*.nh' -o -name '*.def' \
        -o -name '*.txt' -o -name '*.ts' \) | sort)"
done
[ -n "$files" ] || exit 1
# No file of the project has a blank in its name.
# shellcheck disable=SC2086
exec awk -F '\t' '
    # What a person reads in a line of code: its strings that have a blank.
    function strings(line, all) {
        all = ""
        while (match(line, /"([^"\\]|\\.)*"/)) {
            if (index(substr(line, RSTART, RLENGTH), " ") > 0) all = all " " substr(line, RSTART + 1, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
        }
        return all
    }
    # The line without comments, which go to `comment`; in_comment continues to the next.
    function code(line, before) {
        before = comment = ""
        if (in_comment) {
            if (!match(line, /\*\//)) {
                comment = line
                return ""
            }
            comment = substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + 2)
            in_comment = 0
        }
        while (match(line, /\/\*/)) {
            before = before substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + 2)
            if (!match(line, /\*\//)) {
                in_comment = 1
                comment = comment " " line
                return before
            }
            comment = comment " " substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + 2)
        }
        line = before line
        if (match(line, /(^|[ \t])\/\/.*/)) {
            comment = comment " " substr(line, RSTART)
            line = substr(line, 1, RSTART - 1)
        }
        return line
    }
    # Complains about words in the text; in a comment only about those that are marked.
    function look(text, is_comment, i, found) {
        if (text == "") return
        text = tolower(text)
        for (i = 1; i <= count; i++)
            if ((!is_comment || in_comments[i]) && match(text, pattern[i])) {
                found = substr(text, RSTART, RLENGTH)
                sub(/^[^a-z]+/, "", found)
                sub(/[^a-z]+$/, "", found)
                print FILENAME ":" FNR ": \"" found "\": write " better[i]
                failed = 1
            }
    }
    FILENAME ~ /words\.txt$/ && FILENAME ~ /structure/ {
        if ($0 !~ /^#/ && NF >= 2) {
            pattern[++count] = $1
            better[count] = $2
            in_comments[count] = $3 == "comments"
        }
        next
    }
    FNR == 1 {
        in_comment = 0
        is_page = FILENAME ~ /\.md$/
        is_code = FILENAME ~ /^(src|apps|web)\/.*\.([ch]|def|ts)$/
        is_table = FILENAME ~ /docs\/words\.md$/
    }
    {
        text = $0
        if (is_page) gsub(/`[^`]*`/, "", text)
        if (is_table && text ~ /^\|/) next
        if (is_code) {
            text = strings(code(text))
            look(comment, 1)
        }
        look(text, 0)
    }
    END { exit failed || count == 0 }' tests/structure/words.txt $files
