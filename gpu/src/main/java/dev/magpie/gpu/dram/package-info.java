/** DRAM standards as tables, and a channel's controller that obeys them. */
@NullMarked
package dev.magpie.gpu.dram;

import org.jspecify.annotations.NullMarked;
