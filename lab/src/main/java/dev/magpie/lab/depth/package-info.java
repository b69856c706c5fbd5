/** The experiments of the paper on a compressed depth cache. */
@NullMarked
package dev.magpie.lab.depth;

import org.jspecify.annotations.NullMarked;
