/* Complaints of the program itself, not of the library: for people at once, for programs as one
 * JSON object in the end. */
#ifndef NONHOLO_CLI_COMPLAINT_H
#define NONHOLO_CLI_COMPLAINT_H

#include "command.h"

/* From now on complaints are kept, for print_complaints, or are printed as they come. */
void collect_complaints(bool is_json);
/* Prints what was kept as the object of errors, on standard output, and forgets it. */
void print_complaints(exit_status status);

#endif
