/** {@code magpie layout}: what compressed memories of several layouts make of a snapshot. */
@NullMarked
package dev.magpie.cli.layout;

import org.jspecify.annotations.NullMarked;
