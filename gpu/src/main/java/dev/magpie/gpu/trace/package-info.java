/** Traces of memory requests: read in the formats people have, and put to a DRAM. */
@NullMarked
package dev.magpie.gpu.trace;

import org.jspecify.annotations.NullMarked;
