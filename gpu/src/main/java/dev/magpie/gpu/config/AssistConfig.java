package dev.magpie.gpu.config;

import dev.magpie.settings.Records.Range;

/**
 * Assist warps: instructions of multiprocessors that do a codec's work.
 *
 * @param decompressionInstructions of a line
 * @param compressionInstructions of a line, beside trials
 * @param trialInstructions of each encoding that is tried
 * @param buffer warps that may wait for slots that no other warp takes
 */
public record AssistConfig(
    @Range(least = 1, most = 100_000) int decompressionInstructions,
    @Range(least = 1, most = 100_000) int compressionInstructions,
    @Range(least = 0, most = 100_000) int trialInstructions,
    @Range(least = 0, most = 1 << 16) int buffer) {}
