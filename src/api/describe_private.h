/* What is said about a model and of its rows, for the files of this folder. Within a protected call. */
#ifndef NH_API_DESCRIBE_PRIVATE_H
#define NH_API_DESCRIBE_PRIVATE_H

#include <nonholo/model.h>

nh_model_info nh_describe_model(const nh_model *model);
nh_model_info nh_count_model(const nh_model *model);          /* its counts only, without facts that take work */
nh_row_info nh_describe_row(const nh_model *model, size_t i); /* i is below the number of rows */

#endif
