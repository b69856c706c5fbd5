package dev.magpie.storage;

/** {@code https://}: the same as {@code http://} but for the scheme. */
public final class HttpsProvider extends HttpProvider {
  /** For {@link java.util.ServiceLoader}. */
  public HttpsProvider() {}

  @Override
  public String getScheme() {
    return "https";
  }
}
