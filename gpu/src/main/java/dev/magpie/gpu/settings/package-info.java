/** Reads the files that describe hardware. */
@NullMarked
package dev.magpie.gpu.settings;

import org.jspecify.annotations.NullMarked;
