/** Programs on the simulated GPU, under many memory controllers: what experiments share. */
@NullMarked
package dev.magpie.lab.study;

import org.jspecify.annotations.NullMarked;
