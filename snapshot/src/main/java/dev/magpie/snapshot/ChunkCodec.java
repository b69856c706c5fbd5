package dev.magpie.snapshot;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import tools.jackson.databind.JsonNode;

/** Undoes what was done to the bytes of a Zarr chunk. */
@FunctionalInterface
interface ChunkCodec {
  /**
   * Decodes a chunk.
   *
   * @param most bytes that may come out
   * @throws IllegalArgumentException if it is damaged
   */
  byte[] decode(byte[] coded, int most);

  /**
   * The codec of a name, as numcodecs and the extensions of Zarr 3 have them.
   *
   * @throws IllegalArgumentException if it is none that is read
   */
  static ChunkCodec of(String name, JsonNode settings) {
    return switch (name) {
      case "blosc" -> Blosc::decode;
      case "zstd" -> ChunkCodec::zstd;
      case "lz4" -> ChunkCodec::lz4;
      case "gzip" -> (coded, most) -> inflate(coded, most, GZIPInputStream::new);
      case "zlib" -> (coded, most) -> inflate(coded, most, InflaterInputStream::new);
      case "crc32c" -> (coded, _) -> withoutChecksum(coded);
      case "shuffle" -> {
        int bytes = settings.path("elementsize").asInt(4);
        if (bytes < 1) {
          throw new IllegalArgumentException("shuffled elements of %d bytes".formatted(bytes));
        }
        yield (coded, _) -> Unshuffling.ofBytes(coded, bytes);
      }
      default ->
          throw new IllegalArgumentException(
              "chunks are coded by '%s', which is not read; write them with blosc, zstd, lz4, gzip"
                      .formatted(name)
                  + " or zlib");
    };
  }

  private static byte[] zstd(byte[] coded, int most) {
    try {
      ZstdJavaDecompressor decompressor = new ZstdJavaDecompressor();
      long said = decompressor.getDecompressedSize(coded, 0, coded.length);
      if (said > most) {
        throw new IllegalArgumentException("it says that it has %d bytes".formatted(said));
      }
      byte[] data = new byte[said < 0 ? most : (int) said];
      int bytes = decompressor.decompress(coded, 0, coded.length, data, 0, data.length);
      return bytes == data.length ? data : Arrays.copyOf(data, bytes);
    } catch (MalformedInputException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("its zstd data is damaged", e);
    }
  }

  /** Of numcodecs, which puts the length before. */
  private static byte[] lz4(byte[] coded, int most) {
    int header = Integer.BYTES;
    int bytes =
        coded.length < header ? -1 : ByteBuffer.wrap(coded).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (bytes < 0 || bytes > most) {
      throw new IllegalArgumentException("it says that it has %d bytes".formatted(bytes));
    }
    byte[] data = new byte[bytes];
    try {
      int decoded =
          new Lz4JavaDecompressor()
              .decompress(coded, header, coded.length - header, data, 0, bytes);
      return decoded == bytes ? data : Arrays.copyOf(data, decoded);
    } catch (MalformedInputException e) {
      throw new IllegalArgumentException("its LZ4 data is damaged", e);
    }
  }

  /** Opens a stream that inflates another. */
  interface Inflating {
    InputStream open(InputStream coded) throws IOException;
  }

  private static byte[] inflate(byte[] coded, int most, Inflating inflating) {
    try (InputStream in = inflating.open(new ByteArrayInputStream(coded))) {
      byte[] data = in.readNBytes(most);
      if (in.read() >= 0) {
        throw new IllegalArgumentException("it has more bytes than a chunk");
      }
      return data;
    } catch (IOException e) {
      throw new IllegalArgumentException("its deflated data is damaged", e);
    }
  }

  private static byte[] withoutChecksum(byte[] coded) {
    int bytes = coded.length - Integer.BYTES;
    CRC32C crc = new CRC32C();
    crc.update(coded, 0, Math.max(0, bytes));
    if (bytes < 0
        || ByteBuffer.wrap(coded).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes)
            != (int) crc.getValue()) {
      throw new IllegalArgumentException("its checksum is wrong");
    }
    return Arrays.copyOf(coded, bytes);
  }
}
