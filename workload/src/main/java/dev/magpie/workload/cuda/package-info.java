/**
 * Programs for a CUDA device: what they take, how they run on a device, and how they are checked.
 */
@NullMarked
package dev.magpie.workload.cuda;

import org.jspecify.annotations.NullMarked;
