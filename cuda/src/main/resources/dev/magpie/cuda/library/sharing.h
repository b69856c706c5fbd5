/* What processes of a command share with each other. */
#pragma once
#include "runtime.h"

/* As Exports in Java has them. */
enum { SHARED_ALLOCATION, SHARED_PHYSICAL, SHARED_EVENT, SHARED_POOL };

/* Lets a file descriptor stand for something; of type 1, which is the one that there is. */
cudaError_t exportToFile(int *file, int kind, int64_t what, int type);

/* What a file descriptor stands for. */
cudaError_t importFromFile(const void *file, int kind, int type, int64_t *identity);
