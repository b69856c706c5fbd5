package dev.magpie.explore.web;

import dev.magpie.report.DocumentType;
import java.io.ByteArrayOutputStream;

/** What a request is answered with. */
public final class Reply {
  private final String type;
  private final byte[] content;
  private final boolean lasts;

  /**
   * @param type of the content, as HTTP names it
   * @param content all of it, which nobody changes any more
   * @param lasts whether the same address has the same content for as long as the server runs
   */
  Reply(String type, byte[] content, boolean lasts) {
    this.type = type;
    this.content = content;
    this.lasts = lasts;
  }

  /** A document. */
  public static <T extends Record> Reply json(DocumentType<T> type, T document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    type.write(document, out);
    return new Reply("application/json", out.toByteArray(), false);
  }

  /** Bytes that a page knows to read, the same each time; nobody changes them any more. */
  public static Reply bytes(byte[] content) {
    return new Reply("application/octet-stream", content, true);
  }

  String type() {
    return type;
  }

  byte[] content() {
    return content;
  }

  boolean lasts() {
    return lasts;
  }
}
