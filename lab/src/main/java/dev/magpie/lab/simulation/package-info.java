/** Programs on the simulated GPU, under many memory controllers: what experiments share. */
@NullMarked
package dev.magpie.lab.simulation;

import org.jspecify.annotations.NullMarked;
