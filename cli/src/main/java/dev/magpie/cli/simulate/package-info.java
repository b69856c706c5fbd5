/** {@code magpie simulate}: programs, recordings and traces on a timed GPU. */
@NullMarked
package dev.magpie.cli.simulate;

import org.jspecify.annotations.NullMarked;
