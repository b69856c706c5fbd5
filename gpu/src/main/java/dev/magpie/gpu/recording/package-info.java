/** Records what launches issue, access and store, and replays it: sweeps that execute once. */
@NullMarked
package dev.magpie.gpu.recording;

import org.jspecify.annotations.NullMarked;
