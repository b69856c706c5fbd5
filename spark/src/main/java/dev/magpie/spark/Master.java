package dev.magpie.spark;

import dev.magpie.analysis.ClusterException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a cluster is, as Spark names it.
 *
 * @param servers of a cluster of Spark's own; one of them leads
 */
record Master(String address, List<Server> servers) {
  private static final int PATIENCE_MILLIS = 10_000;

  private static final Pattern STANDALONE = Pattern.compile("spark://(.+)");
  private static final Pattern SERVER =
      Pattern.compile("([^:,/\\s]+|\\[[0-9a-fA-F:]+]):(\\d{1,5})");
  private static final Pattern OTHER =
      Pattern.compile("local|local\\[(\\*|[1-9]\\d{0,3})]|yarn|k8s://\\S+");

  /** One of them. */
  record Server(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Master parse(String address) {
    Matcher standalone = STANDALONE.matcher(address);
    if (standalone.matches()) {
      List<Server> servers = new ArrayList<>();
      for (String each : standalone.group(1).split(",", -1)) {
        Matcher server = SERVER.matcher(each);
        if (!server.matches() || Integer.parseInt(server.group(2)) > 0xffff) {
          throw wrong(address);
        }
        servers.add(new Server(server.group(1), Integer.parseInt(server.group(2))));
      }
      return new Master(address, servers);
    }
    if (!OTHER.matcher(address).matches()) {
      throw wrong(address);
    }
    return new Master(address, List.of());
  }

  private static IllegalArgumentException wrong(String address) {
    return new IllegalArgumentException(
        "%s: is no master of Spark; expected spark://host:7077, local[2], yarn or k8s://..."
            .formatted(address));
  }

  /** Whether it is this process. */
  boolean isLocal() {
    return address.startsWith("local");
  }

  /** Whether it is a cluster of Spark's own. */
  boolean isStandalone() {
    return !servers.isEmpty();
  }

  /**
   * Makes sure that there is a server: Spark itself would try for a minute, and say little.
   *
   * @throws ClusterException if there is none
   */
  void requireReachable() {
    String why = "";
    for (Server each : servers) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(each.host(), each.port()), PATIENCE_MILLIS);
        return;
      } catch (UnknownHostException e) {
        why = "there is no host " + each.host();
      } catch (IOException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    if (isStandalone()) {
      throw new ClusterException("%s: cannot be reached: %s".formatted(address, why));
    }
  }
}
