/** Which pages of unified memory are on the device, and which of them go when others come. */
@NullMarked
package dev.magpie.memory.unified;

import org.jspecify.annotations.NullMarked;
