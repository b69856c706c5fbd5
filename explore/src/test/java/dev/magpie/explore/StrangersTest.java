package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has no business with the server gets nothing from it. */
class StrangersTest {
  private static ExplorerFixture shown;
  private static URI link;

  @BeforeAll
  static void start() throws IOException {
    shown = ExplorerFixture.of(Path.of("../examples/fields"));
    link = shown.explorer.link();
  }

  @AfterAll
  static void stop() {
    assertThat(shown.bugs).isEmpty();
    shown.close();
  }

  /** What is answered to lines of a request, as they stand. */
  private static String send(String... lines) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), link.getPort())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      out.write(
          (String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String host() {
    return "Host: 127.0.0.1:" + link.getPort();
  }

  private static String token() {
    return link.getPath().replace("/", "");
  }

  private static String status(String... lines) throws IOException {
    return send(lines).lines().findFirst().orElse("").replaceFirst("HTTP/1.1 (\\d+).*", "$1");
  }

  @Test
  void whoeverHasTheLinkIsAnswered() throws IOException {
    String answer = send("GET /%s/ HTTP/1.1".formatted(token()), host());

    assertThat(answer)
        .startsWith("HTTP/1.1 200")
        .contains("Content-security-policy: default-src 'none'; script-src 'self';")
        .contains("X-content-type-options: nosniff")
        .contains("Referrer-policy: no-referrer")
        .contains("<title>Magpie explore</title>");
    assertThat(status("GET /%s/data/inputs HTTP/1.1".formatted(token()), host())).isEqualTo("200");
    assertThat(status("HEAD /%s/data/inputs HTTP/1.1".formatted(token()), host())).isEqualTo("200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/data/inputs",
        "/00000000000000000000000000000000/data/inputs",
        "//data/inputs",
        "/index.html",
        "/%00/"
      })
  void withoutTheTokenThereIsNothing(String path) throws IOException {
    assertThat(send("GET %s HTTP/1.1".formatted(path), host()))
        .startsWith("HTTP/1.1 403")
        .contains("open the link that magpie explore has printed")
        .doesNotContain("heat");
  }

  @Test
  void aTokenThatIsCutShortIsNone() throws IOException {
    String token = token();
    assertThat(status("GET /%s/ HTTP/1.1".formatted(token.substring(1)), host())).isEqualTo("403");
    assertThat(status("GET /%s0/ HTTP/1.1".formatted(token), host())).isEqualTo("403");
    assertThat(token).hasSize(32);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host: evil.example", "Host: 127.0.0.1", "Host: 127.0.0.1:1", "Host: ", "X: y"})
  void aNameThatWasMadeToMeanThisMachineIsRefused(String host) throws IOException {
    assertThat(status("GET /%s/data/inputs HTTP/1.1".formatted(token()), host)).startsWith("40");
  }

  @Test
  void twoHostsAreNone() throws IOException {
    assertThat(
            status("GET /%s/data/inputs HTTP/1.1".formatted(token()), host(), "Host: evil.example"))
        .startsWith("40");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: https://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site"
      })
  void pagesOfOthersAreRefused(String header) throws IOException {
    assertThat(status("GET /%s/data/inputs HTTP/1.1".formatted(token()), host(), header))
        .isEqualTo("403");
  }

  @Test
  void aLinkOnAnotherPageOpensAndFramesDoNot() throws IOException {
    String[] navigation = {
      "GET /%s/ HTTP/1.1".formatted(token()),
      host(),
      "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Mode: navigate",
      "Sec-Fetch-Dest: document"
    };
    assertThat(status(navigation)).isEqualTo("200");
    navigation[4] = "Sec-Fetch-Dest: iframe";
    assertThat(status(navigation)).isEqualTo("403");
  }

  /** A bookmark of yesterday opens a page that says so, and no data. */
  @Test
  void aLinkOfAServerThatHasEndedIsExplained() throws IOException {
    String answer =
        send(
            "GET /%s/ HTTP/1.1".formatted("0".repeat(token().length())),
            host(),
            "Sec-Fetch-Mode: navigate",
            "Sec-Fetch-Dest: document");
    assertThat(answer)
        .startsWith("HTTP/1.1 403")
        .contains("Content-type: text/html")
        .contains("There is nothing behind this link")
        .contains("the token is missing or wrong")
        .doesNotContain(token());
  }

  @Test
  void whatChangesSomethingTakesTheOwnOrigin() throws IOException {
    String post = "POST /%s/data/sizes?s=0&codec=bpc&run=stop HTTP/1.1".formatted(token());
    assertThat(status(post, host(), "Content-Length: 0")).isEqualTo("403");
    assertThat(
            status(post, host(), "Content-Length: 0", "Origin: http://127.0.0.1:" + link.getPort()))
        .isEqualTo("200");
    assertThat(status("DELETE /%s/data/inputs HTTP/1.1".formatted(token()), host()))
        .isEqualTo("405");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../../../etc/passwd",
        "..%2f..%2fetc/passwd",
        "memory/../index.html",
        "memory/%2e%2e/index.html",
        "/etc/passwd",
        "data/../index.html",
        "data/",
        "data/inputs/",
        "d3/LICENSE",
        "Explorer.class",
        "../Explorer.class",
        "echarts/../HtmlReport.class",
        "memory/view.js%00.html",
        "memory\\view.js",
        "index.html/"
      })
  void noPathLeadsElsewhere(String path) throws IOException {
    String answer = send("GET /%s/%s HTTP/1.1".formatted(token(), path), host());
    assertThat(answer).startsWith("HTTP/1.1 40").doesNotContain("root:", "<title>");
  }

  @Test
  void everyFileOfThePagesIsThere() {
    for (String file :
        List.of(
            "main.js",
            "base.css",
            "memory.css",
            "memory/view.js",
            "d3/d3-hierarchy.js",
            "echarts/echarts.js",
            "icon.svg")) {
      assertThat(shown.get(file).statusCode()).as(file).isEqualTo(200);
    }
    assertThat(shown.get("main.js").headers().firstValue("Content-Type"))
        .hasValue("text/javascript; charset=utf-8");
  }

  @Test
  void itListensOnThisMachineAlone() throws IOException {
    Stream<InetAddress> others =
        Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(each -> !each.isLoopbackAddress() && each.getAddress().length == 4);
    assertThat(others)
        .allSatisfy(each -> assertThat(connects(each)).as("listens at %s", each).isFalse());
  }

  private static boolean connects(InetAddress address) {
    try (Socket socket = new Socket(address, link.getPort())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
