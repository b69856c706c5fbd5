package dev.magpie.gpu.settings;

/**
 * A description of a DRAM or a GPU is wrong; the message is one line, names the file and the key.
 */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SettingsException(String message) {
    super(message);
  }
}
