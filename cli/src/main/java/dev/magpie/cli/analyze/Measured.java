package dev.magpie.cli.analyze;

import dev.magpie.analysis.Approximations;
import dev.magpie.analysis.SnapshotSizes;

/**
 * What was found in blocks, by whomever.
 *
 * @param sizes the histograms
 * @param approximations what lossy codecs did
 */
record Measured(SnapshotSizes sizes, Approximations approximations) {}
