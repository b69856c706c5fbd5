/** The depth pipeline's front end: from triangles to the event stream of a frame. */
@NullMarked
package dev.magpie.depth.raster;

import org.jspecify.annotations.NullMarked;
