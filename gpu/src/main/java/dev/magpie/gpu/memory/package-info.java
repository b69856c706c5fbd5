/** What lies beyond the multiprocessors: crossbar, L2, memory controllers with codecs, DRAM. */
@NullMarked
package dev.magpie.gpu.memory;

import org.jspecify.annotations.NullMarked;
