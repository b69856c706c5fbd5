package dev.magpie.gpu.config;

/**
 * Assist warps: instructions of multiprocessors that do a codec's work.
 *
 * @param decompressionInstructions of a line
 * @param compressionInstructions of a line, beside trials
 * @param trialInstructions of each encoding that is tried
 * @param buffer warps that may wait for slots that no other warp takes
 */
public record AssistConfig(
    int decompressionInstructions,
    int compressionInstructions,
    int trialInstructions,
    int buffer) {}
