package dev.magpie.gpu.dram;

/** A DRAM's description is wrong; the message is one line, names the file and the key. */
public final class DramException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DramException(String message) {
    super(message);
  }
}
