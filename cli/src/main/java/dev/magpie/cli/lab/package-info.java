/** {@code magpie reproduce} and {@code magpie query}. */
@NullMarked
package dev.magpie.cli.lab;

import org.jspecify.annotations.NullMarked;
