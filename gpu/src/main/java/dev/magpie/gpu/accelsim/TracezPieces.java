package dev.magpie.gpu.accelsim;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.magpie.gpu.trace.TraceException;
import java.io.IOException;
import java.nio.file.Path;

/** Unpacks the pieces of a {@code .tracez}: frames of Zstandard, which have a dictionary. */
final class TracezPieces implements AutoCloseable {
  private final int most;
  private final ZstdDecompressCtx context;

  /**
   * With a dictionary that is trained, that is plain bytes, or that is empty.
   *
   * @param file they are of
   * @param most bytes that a piece may have
   * @throws IOException if the dictionary is damaged
   */
  TracezPieces(Path file, byte[] dictionary, int most) throws IOException {
    this.most = most;
    context = context(file);
    try {
      if (dictionary.length > 0) {
        context.loadDict(dictionary);
      }
    } catch (ZstdException e) {
      context.close();
      throw new IOException("its dictionary is damaged", e);
    }
  }

  /** The first of them loads the native library, which there is not for each system. */
  private static ZstdDecompressCtx context(Path file) {
    try {
      return new ZstdDecompressCtx();
    } catch (LinkageError e) {
      TraceException none =
          new TraceException(
              file
                  + ": needs zstd's native library, which cannot be loaded here; Accel-Sim's traceDsm"
                  + " makes a .traceg of it");
      none.initCause(e);
      throw none;
    }
  }

  /**
   * The content of a frame, which says before it is unpacked how much that is.
   *
   * @throws IOException if the bytes are no such frame
   */
  byte[] unpack(byte[] frame) throws IOException {
    long size = frame.length == 0 ? 0 : Zstd.getFrameContentSize(frame);
    if (size <= 0) {
      throw new IOException("a piece is no frame of zstd that tells its size");
    }
    if (size > most) {
      throw new IOException("%d bytes are more than instructions of a warp take".formatted(size));
    }
    try {
      return context.decompress(frame, (int) size);
    } catch (ZstdException e) {
      throw new IOException("a piece is damaged: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
