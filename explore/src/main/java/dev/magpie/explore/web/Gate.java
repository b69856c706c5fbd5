package dev.magpie.explore.web;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Who may ask: whoever has the link that the terminal shows, and nobody else's page.
 *
 * <p>The token is the first part of every path, so that pages, modules, pictures and data all have
 * it without a cookie, which other servers of this machine would be sent, too. A page of another
 * site that guesses the port is told by its {@code Origin} and by {@code Sec-Fetch-Site}, and one
 * whose name was made to mean this machine by {@code Host}.
 */
final class Gate {
  private static final int TOKEN_BYTES = 16;
  private static final Set<String> OWN_FETCHES = Set.of("same-origin", "none");

  private final byte[] token;
  private final Set<String> hosts;

  /**
   * A gate with a new token.
   *
   * @param port where the server listens
   */
  Gate(int port) {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    token = HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII);
    hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
  }

  String token() {
    return new String(token, StandardCharsets.US_ASCII);
  }

  /**
   * The path behind the token.
   *
   * @param path as it was sent, from its slash on
   * @throws RefusedException if whoever asks may not
   */
  String admit(String path, Headers headers, boolean changes) {
    requireHost(headers.getOrDefault("Host", List.of()));
    String origin = headers.getFirst("Origin");
    if (origin == null ? changes : !isOwn(origin)) {
      throw RefusedException.forbidden("only Magpie's own pages may ask");
    }
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null && !OWN_FETCHES.contains(site) && !(opensPage(headers) && !changes)) {
      throw RefusedException.forbidden("only Magpie's own pages may ask");
    }
    int end = path.indexOf('/', 1);
    String given = path.isEmpty() ? "" : end < 0 ? path.substring(1) : path.substring(1, end);
    if (!MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8))) {
      throw RefusedException.forbidden(
          "the token is missing or wrong: open the link that magpie explore has printed");
    }
    if (end < 0) {
      throw RefusedException.missing("the link has a slash at its end; open it with that");
    }
    return path.substring(end + 1);
  }

  /** The link may stand on another page: it opens ours in a window of its own. */
  static boolean opensPage(Headers headers) {
    return "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
        && "document".equals(headers.getFirst("Sec-Fetch-Dest"));
  }

  private void requireHost(List<String> given) {
    if (given.size() != 1 || !hosts.contains(given.getFirst())) {
      throw RefusedException.forbidden("this server has no such name");
    }
  }

  private boolean isOwn(String origin) {
    return origin.startsWith("http://") && hosts.contains(origin.substring("http://".length()));
  }
}
