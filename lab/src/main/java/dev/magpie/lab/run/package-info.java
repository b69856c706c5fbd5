/** Experiments, and the laboratory that runs them. */
@NullMarked
package dev.magpie.lab.run;

import org.jspecify.annotations.NullMarked;
