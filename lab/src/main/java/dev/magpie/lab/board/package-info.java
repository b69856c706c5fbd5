/** Results of a directory for those who look at them. */
@NullMarked
package dev.magpie.lab.board;

import org.jspecify.annotations.NullMarked;
