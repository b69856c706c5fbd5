/** The Buddy paper's programs on the simulated GPU, with and without memory over a link. */
@NullMarked
package dev.magpie.lab.timed;

import org.jspecify.annotations.NullMarked;
