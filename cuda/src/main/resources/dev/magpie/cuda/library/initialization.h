/* Whether CUDA is initialised in this process: by cuInit, or by what the runtime is asked first. */
#pragma once

#define NOT_INITIALIZED 3

/* Initialises it. This fails in a child of a process that had done so before it forked. */
int initialize(void);

/* The error of a call that does not initialise it. */
int initialized(void);

/* Whether this is a child of a process that had initialised it. */
int isOrphaned(void);

/* Tells that this process is the child of a fork. */
void inheritInitialization(void);
