package dev.magpie.lab.data;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 digest of several things after each other. */
public final class Sha256 {
  private static final long STEP = 1 << 20;

  private final MessageDigest digest;

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  public static String of(byte[] bytes) {
    return new Sha256().add(bytes).hex();
  }

  public Sha256 add(byte[] bytes) {
    digest.update(bytes);
    return this;
  }

  /** Adds a text and its end. */
  public Sha256 add(Object text) {
    digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return this;
  }

  public Sha256 add(MemorySegment memory) {
    for (long at = 0; at < memory.byteSize(); at += STEP) {
      digest.update(memory.asSlice(at, Math.min(STEP, memory.byteSize() - at)).asByteBuffer());
    }
    return this;
  }

  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
