/** {@code magpie run}: kernels on files, as a job says. */
@NullMarked
package dev.magpie.cli.run;

import org.jspecify.annotations.NullMarked;
