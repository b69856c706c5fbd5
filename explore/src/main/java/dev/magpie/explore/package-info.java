/** The local web application: looks at what the other modules measure. */
@NullMarked
package dev.magpie.explore;

import org.jspecify.annotations.NullMarked;
