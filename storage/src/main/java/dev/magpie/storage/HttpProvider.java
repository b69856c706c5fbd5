package dev.magpie.storage;

import java.net.URI;

/** {@code http://}: files on web servers that give ranges of them. */
public sealed class HttpProvider extends ObjectProvider permits HttpsProvider {
  /** For {@link java.util.ServiceLoader}. */
  public HttpProvider() {}

  @Override
  public String getScheme() {
    return "http";
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
