package dev.magpie.explore.memory;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import dev.magpie.snapshot.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** One block under every codec that needs no training, with its defaults, beside the chosen one. */
record RivalsResource(Shelf shelf, Coders coders) implements Resource {
  private static final DocumentType<Rivals> TYPE =
      new DocumentType<>("magpie.explore.rivals/1", Rivals.class);

  private record Rivals(List<Rival> codecs) {}

  private record Rival(String codec, boolean raw, int bits, int granules) {}

  @Override
  public Reply answer(PageRequest request) {
    ShownSnapshot shown = shelf.chosen(request);
    Allocation allocation = Shelf.allocation(shown, request);
    Coding coding = Coding.of(request);
    Granularity granularity = coding.granularity();
    long blocks = Math.ceilDiv(allocation.bytes(), coding.blockBytes());
    if (blocks == 0) {
      throw RefusedException.missing("the array has no bytes, and so no block");
    }
    long number = request.number("b", 0, blocks - 1);
    MemorySegment block =
        MemorySegment.ofArray(BlockBytes.of(allocation.memory(), number, coding.blockBytes()));
    List<CodecSpec> specs = new ArrayList<>(Codecs.untrained());
    specs.removeIf(each -> !each.family().supports(granularity));
    if (!specs.contains(coding.spec())) {
      specs.add(coding.spec());
    }
    return Reply.json(
        TYPE,
        new Rivals(
            specs.stream()
                .map(spec -> {
                  BlockCodec codec = coders.codec(shown, new Coding(spec, granularity));
                  int bits = Math.min(codec.sizeBits(block, 0), granularity.blockBits());
                  return new Rival(
                      spec.toString(),
                      bits == granularity.blockBits(),
                      bits,
                      granularity.granules(bits));
                })
                .toList()));
  }
}
