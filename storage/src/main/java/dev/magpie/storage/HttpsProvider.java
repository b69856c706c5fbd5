package dev.magpie.storage;

import java.net.URI;

/** {@code https://}: files on web servers that give ranges of them. */
public final class HttpsProvider extends ObjectProvider {
  /** For {@link java.util.ServiceLoader}. */
  public HttpsProvider() {}

  @Override
  public String getScheme() {
    return "https";
  }

  @Override
  ObjectStore store(String prefix) {
    return new HttpStore();
  }

  /** With its query, as it is written. */
  @Override
  String key(URI address) {
    return HttpStore.key(address);
  }

  @Override
  URI uri(String prefix, String key) {
    return URI.create(prefix + key);
  }

  @Override
  boolean isReadOnly() {
    return true;
  }
}
