/** The papers' figures and tables, measured again: experiments, their results and the report. */
@NullMarked
package dev.magpie.lab;

import org.jspecify.annotations.NullMarked;
