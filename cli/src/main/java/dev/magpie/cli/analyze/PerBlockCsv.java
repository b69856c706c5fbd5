package dev.magpie.cli.analyze;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.report.Csv;
import dev.magpie.snapshot.Allocation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the coded size of every block: a line a block, a column a codec. */
final class PerBlockCsv implements BlockObserver {
  private static final byte[] RAW = {'R', 'A', 'W'};

  private final List<Allocation> allocations;
  private final OutputStream out;
  private final byte[] digits = new byte[20];

  /** Writes the header. The stream should have a buffer. */
  PerBlockCsv(List<Allocation> allocations, List<CodecSpec> codecs, OutputStream out)
      throws IOException {
    this.allocations = allocations;
    this.out = out;
    StringBuilder header = new StringBuilder("source,name,index");
    codecs.forEach(codec -> header.append(',').append(Csv.field(codec.toString())));
    out.write(header.append('\n').toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void observe(BlockRange range, int[][] sizes) {
    Allocation allocation = allocations.get(range.allocation());
    byte[] start =
        (Csv.field(allocation.source().toString()) + "," + Csv.field(allocation.name()) + ",")
            .getBytes(StandardCharsets.UTF_8);
    try {
      for (int block = 0; block < range.blocks(); block++) {
        out.write(start);
        writeNumber(range.firstBlock() + block);
        for (int[] ofCodec : sizes) {
          out.write(',');
          if (ofCodec[block] == BlockCodec.RAW) {
            out.write(RAW);
          } else {
            writeNumber(ofCodec[block]);
          }
        }
        out.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeNumber(long number) throws IOException {
    int start = digits.length;
    long rest = number;
    do {
      digits[--start] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    out.write(digits, start, digits.length - start);
  }
}
