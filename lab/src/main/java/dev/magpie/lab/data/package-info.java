/** The memory that experiments measure, and the sizes of its blocks. */
@NullMarked
package dev.magpie.lab.data;

import org.jspecify.annotations.NullMarked;
