package dev.magpie.cli.output;

import dev.magpie.codec.Codecs;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code magpie --version} says. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      "magpie " + number(),
      "java " + Runtime.version() + ", " + System.getProperty("java.vm.name"),
      "codecs run " + Codecs.acceleration()
    };
  }

  /** The program's version alone. */
  public static String number() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/dev/magpie/cli/magpie.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version", "of unknown version");
  }
}
