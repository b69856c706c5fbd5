package dev.magpie.settings;

/** A settings file is wrong; the message is one line and names the file, the line and the key. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int line;
  private final String problem;

  /** For what belongs to no line of a file. */
  public SettingsException(String message) {
    super(message);
    line = 0;
    problem = message;
  }

  SettingsException(String file, int line, String problem) {
    super(line == 0 ? file + ": " + problem : "%s:%d: %s".formatted(file, line, problem));
    this.line = line;
    this.problem = problem;
  }

  /** The line, from 1; 0 if it belongs to none. */
  public int line() {
    return line;
  }

  /** What is wrong, without the place. */
  public String problem() {
    return problem;
  }
}
