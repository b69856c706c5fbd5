package dev.magpie.gpu.zstd;

import java.io.IOException;

/** Bytes are no frame of Zstandard's, or not one with this dictionary. */
public final class ZstdException extends IOException {
  private static final long serialVersionUID = 1;

  ZstdException(String message) {
    super(message);
  }
}
