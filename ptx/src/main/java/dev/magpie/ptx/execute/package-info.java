/** Executes decoded PTX, one instruction of one warp at a time. */
@NullMarked
package dev.magpie.ptx.execute;

import org.jspecify.annotations.NullMarked;
