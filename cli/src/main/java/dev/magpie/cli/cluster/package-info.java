/** Commands' work on other machines: which files, which parts of them, and what is found there. */
@NullMarked
package dev.magpie.cli.cluster;

import org.jspecify.annotations.NullMarked;
