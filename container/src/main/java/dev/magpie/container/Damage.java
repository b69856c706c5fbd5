package dev.magpie.container;

/**
 * A part of a container that is not as it was written.
 *
 * @param member the name of the file whose data it has
 * @param chunk its number in the container
 * @param firstBlock the first block of the member that is lost
 * @param blocks lost from there on; none where only what lies between blocks has changed
 * @param what is damaged, in words
 */
public record Damage(String member, long chunk, long firstBlock, long blocks, String what) {

  /** Such as {@code blocks 4 to 7 of 'field.npy' are damaged (chunk 0)}. */
  @Override
  public String toString() {
    String where =
        blocks == 0
            ? "what lies between the blocks"
            : blocks == 1
                ? "block " + firstBlock
                : "blocks %d to %d".formatted(firstBlock, firstBlock + blocks - 1);
    return "%s of '%s': %s (chunk %d)".formatted(where, member, what, chunk);
  }
}
