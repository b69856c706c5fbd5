/** {@code magpie advise}: what a model's tensors save, and where. */
@NullMarked
package dev.magpie.cli.advise;

import org.jspecify.annotations.NullMarked;
