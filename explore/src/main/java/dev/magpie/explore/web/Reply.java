package dev.magpie.explore.web;

import dev.magpie.report.DocumentType;
import java.io.ByteArrayOutputStream;

/**
 * What a request is answered with.
 *
 * @param type of the content, as HTTP names it
 * @param content all of it
 * @param lasts whether the same address has the same content for as long as the server runs
 */
public record Reply(String type, byte[] content, boolean lasts) {

  /** A document. */
  public static <T extends Record> Reply json(DocumentType<T> type, T document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    type.write(document, out);
    return new Reply("application/json", out.toByteArray(), false);
  }

  /** Bytes that a page knows to read, the same each time. */
  public static Reply bytes(byte[] content) {
    return new Reply("application/octet-stream", content, true);
  }
}
