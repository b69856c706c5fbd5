package dev.magpie.codec.burst;

/**
 * A mode that {@code magpie:modes=...} may have.
 *
 * @param name in a specification
 * @param decoderCycles an estimate: 1 where every word has its place from the start and takes an
 *     addition or a choice, 2 where places follow from a mask or from a count of planes
 */
public record BurstMode(String name, int decoderCycles) {}
