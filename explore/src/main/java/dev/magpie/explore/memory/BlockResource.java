package dev.magpie.explore.memory;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Explanation;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import dev.magpie.snapshot.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;

/** One block: its elements, and what a codec makes of it, to the bit. */
record BlockResource(Shelf shelf, Coders coders) implements Resource {
  private static final DocumentType<Block> TYPE =
      new DocumentType<>("magpie.explore.block/1", Block.class);

  /**
   * A block.
   *
   * @param block its number in the allocation
   * @param blocks of the allocation
   * @param offset in the allocation, in bytes
   * @param bytes of it that are data; the rest is filled with zeros
   * @param hex all of it, two digits a byte, in the order of the memory
   * @param type of an element as files call it
   * @param elementBytes of one element as it is shown
   * @param firstElement number of the first that begins in the block
   * @param elements in their type
   * @param raw whether it is stored as it is
   * @param bits that it is coded into; all of its own where it is raw
   * @param storedBytes in whole bytes
   * @param granules in whole accesses
   * @param tag kept outside the block, as binary digits
   * @param encoding that the codec chose
   * @param fields the coded bits in order
   * @param reasons why it is raw
   * @param remark on how it is looked at
   */
  private record Block(
      long block,
      long blocks,
      long offset,
      int bytes,
      String hex,
      String type,
      int elementBytes,
      long firstElement,
      List<String> elements,
      boolean raw,
      int bits,
      int storedBytes,
      int granules,
      int granulesPerBlock,
      String tag,
      String encoding,
      List<Explanation.Field> fields,
      List<String> reasons,
      String remark) {}

  @Override
  public Reply answer(PageRequest request) {
    ShownSnapshot shown = shelf.chosen(request);
    Allocation allocation = Shelf.allocation(shown, request);
    Coding coding = Coding.of(request);
    int blockBytes = coding.blockBytes();
    long blocks = Math.ceilDiv(allocation.bytes(), blockBytes);
    if (blocks == 0) {
      throw RefusedException.missing("the array has no bytes, and so no block");
    }
    long number = request.number("b", 0, Long.MAX_VALUE);
    if (number >= blocks) {
      throw RefusedException.wrong(
          "there is no block %d: the array has %d, from 0 on".formatted(number, blocks));
    }
    byte[] bytes = BlockBytes.of(allocation.memory(), number, blockBytes);
    BlockCodec codec = coders.codec(shown, coding);
    MemorySegment memory = MemorySegment.ofArray(bytes);
    long offset = number * blockBytes;
    int length = (int) Math.min(blockBytes, allocation.bytes() - offset);
    Granularity granularity = coding.granularity();
    int bits = Math.min(codec.sizeBits(memory, 0), granularity.blockBits());
    boolean raw = bits == granularity.blockBits();
    Explanation explanation =
        raw ? new Explanation.Raw(codec.whyRaw(memory, 0)) : codec.explain(memory, 0);
    Explanation.Coded coded =
        explanation instanceof Explanation.Coded some
            ? some
            : new Explanation.Coded("", "", List.of());
    int elementBytes = allocation.dtype().bytes();
    return Reply.json(
        TYPE,
        new Block(
            number,
            blocks,
            offset,
            length,
            HexFormat.of().formatHex(bytes),
            allocation.type(),
            elementBytes,
            Math.ceilDiv(offset, elementBytes),
            ElementTexts.of(allocation, bytes, length),
            raw,
            bits,
            granularity.storedBytes(bits),
            granularity.granules(bits),
            granularity.granulesPerBlock(),
            coded.tag(),
            coded.encoding(),
            coded.fields(),
            explanation instanceof Explanation.Raw why ? why.reasons() : List.of(),
            codec instanceof AdaptiveCodec
                ? "The codec adapts; this is the block as the first that it codes."
                : ""));
  }
}
