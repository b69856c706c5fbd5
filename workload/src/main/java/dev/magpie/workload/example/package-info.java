/** Small programs, run to the end, whose memory the repository's examples hold. */
@NullMarked
package dev.magpie.workload.example;

import org.jspecify.annotations.NullMarked;
