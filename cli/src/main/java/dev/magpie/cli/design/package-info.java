/** {@code magpie codecs design}: block modes chosen for somebody's own data. */
@NullMarked
package dev.magpie.cli.design;

import org.jspecify.annotations.NullMarked;
