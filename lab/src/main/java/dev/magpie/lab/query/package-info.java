/** Answers SQL over result files. */
@NullMarked
package dev.magpie.lab.query;

import org.jspecify.annotations.NullMarked;
