/* --variant and --omega: settings of the formulation vakonomic-modified, which the library reads after its name. */
#ifndef NONHOLO_CLI_SETTINGS_H
#define NONHOLO_CLI_SETTINGS_H

#include "options/options.h"

/* Writes them after the names that were given: vakonomic-modified becomes vakonomic-modified:imposed:mass. False,
 * after a message, when there is no such name, or a word belongs to the other option. */
bool join_settings(options *given);

#endif
