/** {@code magpie analyze}: how far snapshots compress, as table, JSON, CSV and HTML. */
@NullMarked
package dev.magpie.cli.analyze;

import org.jspecify.annotations.NullMarked;
