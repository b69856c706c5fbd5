package dev.magpie.storage;

import java.net.URI;
import java.nio.file.Path;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/** A real S3 server, S3Proxy: each folder of a directory is a bucket. */
public final class S3Server {
  static final String KEY = "reader";
  static final String SECRET = "secret";

  private S3Server() {}

  /** Serves a directory as a process of its own, prints its port, and ends with standard input. */
  public static void main(String[] arguments) throws Exception {
    System.out.println(start(Path.of(arguments[0]), AuthenticationType.AWS_V4).getPort());
    System.in.transferTo(System.out);
    System.exit(0);
  }

  static S3Proxy start(Path served, AuthenticationType authentication) throws Exception {
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(new FilesystemNio2BlobStore(served.toString()))
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(authentication, KEY, SECRET)
            .build();
    server.start();
    return server;
  }
}
