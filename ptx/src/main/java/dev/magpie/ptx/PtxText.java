package dev.magpie.ptx;

/**
 * A text in PTX.
 *
 * @param label what messages call it, usually the file's name
 * @param text what it says
 */
public record PtxText(String label, String text) {}
