package dev.magpie.storage;

import dev.magpie.storage.RangeRequest.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.S3ServiceClientConfiguration;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;
import software.amazon.awssdk.services.s3.presigner.model.PresignedGetObjectRequest;

/**
 * Reads ranges of objects by plain requests to addresses that are signed once for many: a request
 * of the SDK takes the processor a third of a millisecond, which is a sixth of what 2 MiB take.
 */
final class SignedReads {
  private static final Duration VALID = Duration.ofMinutes(15);

  /** No request begins so shortly before an address ends. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  /** More than files are read at a time. */
  private static final int MOST_ADDRESSES = 256;

  /** A version of an object. */
  private record Version(String key, String tag) {}

  /** Where it is, and what is sent there. */
  private record Signed(URI place, Map<String, String> headers, Instant until) {
    static Signed of(PresignedGetObjectRequest request) {
      Map<String, String> headers = new HashMap<>();
      request
          .signedHeaders()
          .forEach((name, values) -> {
            // Java sends it by itself, and no other.
            if (!name.equalsIgnoreCase("host")) {
              headers.put(name, String.join(",", values));
            }
          });
      return new Signed(
          URI.create(request.url().toString()), headers, request.expiration().minus(MARGIN));
    }
  }

  private final S3Presigner presigner;

  /** Those that were used last; guarded by itself. */
  private final Map<Version, Signed> addresses =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Version, Signed> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };

  /** Whether the server takes no such addresses, or others than can be made of what is known. */
  private volatile boolean refused;

  SignedReads(S3Client client, boolean pathStyle) {
    S3ServiceClientConfiguration like = client.serviceClientConfiguration();
    S3Presigner.Builder builder =
        S3Presigner.builder()
            .s3Client(client)
            .region(like.region())
            .credentialsProvider(like.credentialsProvider())
            .serviceConfiguration(
                S3Configuration.builder().pathStyleAccessEnabled(pathStyle).build());
    like.endpointOverride().ifPresent(builder::endpointOverride);
    presigner = builder.build();
  }

  /**
   * Reads a range as {@link ObjectStore#read} does, if it can.
   *
   * @param request for all of that version of the object
   * @return whether it was read; if not, nothing of it was, and a request of the SDK says why
   */
  boolean read(
      ObjectPath object,
      ObjectAttributes as,
      long offset,
      ByteBuffer to,
      Consumer<GetObjectRequest.Builder> request)
      throws IOException {
    if (refused) {
      return false;
    }
    Version version = new Version(object.key(), as.version());
    Signed known = address(version);
    Signed address = known;
    if (address == null) {
      try {
        address =
            Signed.of(
                presigner.presignGetObject(
                    each -> each.signatureDuration(VALID).getObjectRequest(request)));
      } catch (SdkException _) {
        return false;
      }
      keep(version, address);
    }
    Answer answer =
        RangeRequest.send(
            address.place(),
            address.headers(),
            offset,
            to,
            head -> head.range(object).require(object, as, offset));
    if (answer.status() == RangeRequest.PARTIAL) {
      return true;
    }
    switch (answer.status()) {
      case 408, 429, 500, 502, 503, 504 ->
          throw new IOException("the store answers %d".formatted(answer.status()));
      // Credentials may have ended meanwhile; else it will be so the next time, too.
      case 200, 301, 302, 303, 307, 308, 400, 401, 403 -> {
        if (known == null) {
          refused = true;
        }
      }
      default -> {}
    }
    forget(version);
    return false;
  }

  private @Nullable Signed address(Version version) {
    synchronized (addresses) {
      Signed known = addresses.get(version);
      return known == null || known.until().isBefore(Instant.now()) ? null : known;
    }
  }

  private void keep(Version version, Signed address) {
    synchronized (addresses) {
      addresses.put(version, address);
    }
  }

  private void forget(Version version) {
    synchronized (addresses) {
      addresses.remove(version);
    }
  }
}
