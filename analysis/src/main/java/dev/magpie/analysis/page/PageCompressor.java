package dev.magpie.analysis.page;

import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import java.util.Locale;
import java.util.zip.Deflater;

/**
 * General-purpose compressors that engines beside memory controllers and links have, by page. Each
 * page stands for itself; formats are the bare ones, but for zstd's, which is a frame.
 */
public enum PageCompressor implements PageCoder {
  LZ4,
  SNAPPY,
  DEFLATE,
  ZSTD;

  private static Worker whole(Compressor compressor) {
    byte[][] coded = {new byte[0]};
    return (page, bytes) -> {
      int most = compressor.maxCompressedLength(bytes);
      if (coded[0].length < most) {
        coded[0] = new byte[most];
      }
      return compressor.compress(page, 0, bytes, coded[0], 0, most);
    };
  }

  private static Worker deflate() {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    byte[] coded = new byte[1 << 16];
    return (page, bytes) -> {
      deflater.reset();
      deflater.setInput(page, 0, bytes);
      deflater.finish();
      while (!deflater.finished()) {
        deflater.deflate(coded);
      }
      return (int) deflater.getBytesWritten();
    };
  }

  @Override
  public Worker worker() {
    return switch (this) {
      case LZ4 -> whole(new Lz4JavaCompressor());
      case SNAPPY -> whole(new SnappyJavaCompressor());
      case DEFLATE -> deflate();
      case ZSTD -> whole(new ZstdJavaCompressor());
    };
  }

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
