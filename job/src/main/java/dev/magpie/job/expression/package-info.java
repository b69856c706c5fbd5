/** Arithmetic on numbers that are written in files: whole ones are exact. */
@NullMarked
package dev.magpie.job.expression;

import org.jspecify.annotations.NullMarked;
