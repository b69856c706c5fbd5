/** A file format for compressed blocks: streaming, parallel, checked, with random access. */
@NullMarked
package dev.magpie.container;

import org.jspecify.annotations.NullMarked;
