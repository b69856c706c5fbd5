package dev.magpie.container;

/** A file is no container, a damaged one, or one that this version cannot read. */
public final class ContainerException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ContainerException(String message) {
    super(message);
  }
}
