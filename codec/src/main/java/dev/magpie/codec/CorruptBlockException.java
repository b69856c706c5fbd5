package dev.magpie.codec;

/** The bits or the tag given to a decoder are not those of any coded block. */
public final class CorruptBlockException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CorruptBlockException(String message) {
    super(message);
  }
}
