/** Memory as the pages ask for it: tensors, their sizes, blocks as an image, and a block's bits. */
@NullMarked
package dev.magpie.explore.memory;

import org.jspecify.annotations.NullMarked;
