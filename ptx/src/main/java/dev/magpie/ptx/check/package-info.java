/** Watches a launch's memory accesses for races and for reads of what nobody wrote. */
@NullMarked
package dev.magpie.ptx.check;

import org.jspecify.annotations.NullMarked;
