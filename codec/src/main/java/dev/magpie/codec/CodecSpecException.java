package dev.magpie.codec;

/** A codec specification that names no codec; the message says what would. */
public final class CodecSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public CodecSpecException(String message) {
    super(message);
  }
}
