/** Jobs: kernels, buffers and launches described in a file, and what they did. */
@NullMarked
package dev.magpie.job;

import org.jspecify.annotations.NullMarked;
