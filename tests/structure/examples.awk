# The examples in the comments of headers as C files, one a header: awk -v out=DIR -f examples.awk examples.txt HEADER...
#
# An example is a run of lines of a comment, indented by four or more behind the star, in which a function or macro of
# the project is called. `...` stands for what is left out: for a statement up to the end of the line or `//`, for a
# value in `= ...;`. An example with an #include is a file by itself; the others are the bodies of functions, in which
# the names of examples.txt are known. What the compiler says has the file and line of the header.
#
#   known[h]  declarations for header h, and for all ("*")      line[i], number[i]  the run of lines that is being read

function add_known(header, text) {
    known[header] = known[header] text "\n"
}

function is_example(    i, found) {
    for (i = 1; i <= count; i++)
        if (line[i] ~ /(^|[^A-Za-z_0-9])(nh_[a-z_0-9]+|NH_[A-Z_0-9]+)\(/) found = 1
    return found
}

function is_file(    i) {
    for (i = 1; i <= count; i++)
        if (line[i] ~ /^ *#include/) return 1
    return 0
}

# One line as C.
function code_of(text,    words) {
    words = ""
    if (match(text, /\/\/.*$/)) {
        words = substr(text, RSTART)
        text = substr(text, 1, RSTART - 1)
    }
    sub(/= \.\.\.;/, "= 0;", text)
    sub(/\.\.\..*$/, ";", text)
    return text words
}

# Writes the run to the file of its header, if it is an example.
function end_run(    i, name, is_alone) {
    if (count > 0 && is_example()) {
        is_alone = is_file()
        name = header
        gsub(/\//, ".", name)
        sub(/\.h$/, "", name)
        name = out "/" name "." ++examples ".c"
        if (!is_alone) {
            printf "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n" >name
            printf "#include \"%s\"\n#line 1 \"tests/structure/examples.txt\"\n%s%s", header, known["*"], known[header] >name
            printf "void nh_example(void);\nvoid nh_example(void) {\n" >name
        }
        for (i = 1; i <= count; i++)
            printf "#line %d \"%s\"\n%s\n", number[i], file, code_of(line[i]) >name
        if (!is_alone) print "}" >name
        close(name)
    }
    count = 0
}

FILENAME ~ /examples\.txt$/ {
    if ($0 ~ /^ *(#|$)/) next
    text = $0
    sub(/^[^ ]+ +/, "", text)
    add_known($1, text)
    next
}

FNR == 1 {
    end_run()
    file = header = FILENAME
    sub(/^(src|include)\//, "", header)
    in_comment = 0
}

/^ *\/\*/ { in_comment = 1 }

{
    text = $0
    is_end = text ~ /\*\//
    is_inside = in_comment && text ~ /^ *\/?\*/
    sub(/ *\*\/.*$/, "", text)
    if (is_inside && sub(/^ *\/?\*+     */, "", text) && text != "") {
        line[++count] = text
        number[count] = FNR
    } else if (!is_inside || $0 !~ /^ *\*+ *$/ || count == 0)
        end_run()
    if (is_end) {
        end_run()
        in_comment = 0
    }
}

END {
    end_run()
    print examples + 0
}
