package dev.magpie.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A bucket of S3. Prefixes of keys are its directories. */
final class S3Store implements ObjectStore {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Files up to this are sent at once. */
  static final long PART_BYTES = 64L << 20;

  private final String bucket;
  private final long partBytes;

  /** Guarded by this. */
  private @Nullable S3Client client;

  /** Likewise. */
  private @Nullable SignedReads signed;

  S3Store(String bucket, long partBytes) {
    this.bucket = bucket;
    this.partBytes = partBytes;
  }

  /** Made when it is needed: what the environment lacks is an error of the first request. */
  private synchronized S3Client client() {
    if (client == null) {
      client = make();
    }
    return client;
  }

  private synchronized SignedReads signed() {
    if (signed == null) {
      signed = new SignedReads(client(), hasEndpoint());
    }
    return signed;
  }

  private static S3Client make() {
    RangeRequest.keepConnections();
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(Attempts.PATIENCE)
                    .socketTimeout(Attempts.PATIENCE))
            // Attempts does it, and also where an answer breaks off.
            .overrideConfiguration(each -> each.retryStrategy(DefaultRetryStrategy.doNotRetry()))
            // What else speaks S3 may not know the newer checksums.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
    if (hasEndpoint()) {
      builder.forcePathStyle(true);
    } else {
      builder.crossRegionAccessEnabled(true);
    }
    return builder.region(region()).build();
  }

  private static boolean hasEndpoint() {
    return System.getenv("AWS_ENDPOINT_URL") != null
        || System.getenv("AWS_ENDPOINT_URL_S3") != null
        || System.getProperty("aws.endpointUrl") != null
        || System.getProperty("aws.endpointUrlS3") != null;
  }

  /** Without one any will do: an endpoint has none, and a bucket says where it is. */
  private static Region region() {
    try {
      return DefaultAwsRegionProviderChain.builder().build().getRegion();
    } catch (SdkClientException _) {
      return Region.US_EAST_1;
    }
  }

  private <T> T ask(ObjectPath object, Function<S3Client, T> request) throws IOException {
    return inTermsOfFiles(object, () -> request.apply(client()));
  }

  /** Makes a request, and says what is wrong with it in terms of files. */
  static <T> T inTermsOfFiles(ObjectPath object, Attempts.Request<T> request) throws IOException {
    try {
      return request.make();
    } catch (S3Exception e) {
      throw refusal(object, e);
    } catch (SdkException e) {
      throw failure(object, e);
    }
  }

  private static IOException refusal(ObjectPath object, S3Exception e) {
    String file = object.toString();
    String code =
        e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
            ? ""
            : ", " + e.awsErrorDetails().errorCode();
    if (code.endsWith("NoSuchBucket")) {
      return new FileSystemException(file, null, "there is no such bucket");
    }
    return switch (e.statusCode()) {
      case 404 -> new NoSuchFileException(file);
      case 412 -> ContentRange.changed(object);
      case 400, 401, 403 ->
          new FileSystemException(
              file,
              null,
              "the store refuses it (%d%s); check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or AWS_PROFILE, and whether they have expired"
                  .formatted(e.statusCode(), code));
      case 408, 429, 500, 502, 503, 504 ->
          new IOException("the store answers %d%s".formatted(e.statusCode(), code));
      default ->
          new FileSystemException(
              file, null, "the store answers %d%s".formatted(e.statusCode(), code));
    };
  }

  private static IOException failure(ObjectPath object, SdkException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return new IOException(Attempts.reason(io), e);
      }
    }
    String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return new FileSystemException(
        object.toString(),
        null,
        why.contains("credentials")
            ? "there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
            : why);
  }

  @Override
  public ObjectAttributes find(ObjectPath object) throws IOException {
    if (!object.key().isEmpty()) {
      try {
        HeadObjectResponse head =
            ask(object, s3 -> s3.headObject(each -> each.bucket(bucket).key(object.key())));
        return attributes(
            object, head.contentLength(), head.eTag(), FileTime.from(head.lastModified()));
      } catch (NoSuchFileException _) {
        // A prefix, perhaps.
      }
    }
    ListObjectsV2Response below =
        ask(object, s3 -> s3.listObjectsV2(below(object).maxKeys(1).build()));
    if (below.contents().isEmpty() && !object.key().isEmpty()) {
      throw new NoSuchFileException(object.toString());
    }
    return ObjectAttributes.directory(object.toString());
  }

  /** Some servers have no tag of objects that others made. */
  private static ObjectAttributes attributes(
      ObjectPath object, long size, @Nullable String tag, FileTime time) {
    return new ObjectAttributes(object.toString(), false, size, tag == null ? "" : tag, time);
  }

  private ListObjectsV2Request.Builder below(ObjectPath directory) {
    return ListObjectsV2Request.builder().bucket(bucket).prefix(prefix(directory));
  }

  private static String prefix(ObjectPath directory) {
    return directory.key().isEmpty() ? "" : directory.key() + "/";
  }

  /**
   * Of an object that is what it was found to be, by its tag, or else by its time, which requests
   * have in whole seconds.
   */
  private GetObjectRequest.Builder asItWas(GetObjectRequest.Builder request, ObjectAttributes as) {
    return as.version().isEmpty()
        ? request.bucket(bucket).ifUnmodifiedSince(as.lastModifiedTime().toInstant().plusSeconds(1))
        : request.bucket(bucket).ifMatch(as.version());
  }

  @Override
  public void read(ObjectPath object, ObjectAttributes as, long offset, ByteBuffer to)
      throws IOException {
    if (signed().read(object, as, offset, to, each -> asItWas(each, as).key(object.key()))) {
      return;
    }
    String range = "bytes=%d-%d".formatted(offset, offset + to.remaining() - 1);
    try (ResponseInputStream<GetObjectResponse> in =
        ask(object, s3 -> s3.getObject(each -> asItWas(each, as).key(object.key()).range(range)))) {
      ContentRange.parse(object, in.response().contentRange()).require(object, as, offset);
      byte[] buffer = new byte[BUFFER_BYTES];
      while (to.hasRemaining()) {
        int count = in.read(buffer, 0, Math.min(buffer.length, to.remaining()));
        if (count < 0) {
          return;
        }
        to.put(buffer, 0, count);
      }
    } catch (SdkException e) {
      throw failure(object, e);
    }
  }

  @Override
  public List<ObjectPath> list(ObjectPath directory) throws IOException {
    String prefix = prefix(directory);
    return ask(
        directory,
        s3 -> {
          List<ObjectPath> found = new ArrayList<>();
          for (ListObjectsV2Response page :
              s3.listObjectsV2Paginator(below(directory).delimiter("/").build())) {
            for (CommonPrefix each : page.commonPrefixes()) {
              String name = each.prefix().substring(prefix.length(), each.prefix().length() - 1);
              child(directory, name)
                  .ifPresent(child ->
                      found.add(child.found(ObjectAttributes.directory(child.toString()))));
            }
            for (S3Object each : page.contents()) {
              child(directory, each.key().substring(prefix.length()))
                  .ifPresent(child ->
                      found.add(
                          child.found(
                              attributes(
                                  child,
                                  each.size(),
                                  each.eTag(),
                                  FileTime.from(each.lastModified())))));
            }
          }
          return found;
        });
  }

  /** Keys with empty names, such as that of a directory itself, are no files. */
  private static Optional<ObjectPath> child(ObjectPath directory, String name) {
    return name.isEmpty() || name.startsWith("/")
        ? Optional.empty()
        : Optional.of((ObjectPath) directory.resolve(name));
  }

  @Override
  public void put(ObjectPath object, Path file) throws IOException {
    long size = Files.size(file);
    if (size > partBytes) {
      inTermsOfFiles(
          object,
          () -> {
            Multipart.of(client(), bucket, object.key(), partBytes, size).send(object, file);
            return size;
          });
      return;
    }
    ask(
        object,
        s3 ->
            s3.putObject(
                each -> each.bucket(bucket).key(object.key()), RequestBody.fromFile(file)));
  }

  @Override
  public void remove(ObjectPath object) throws IOException {
    ask(object, s3 -> s3.deleteObject(each -> each.bucket(bucket).key(object.key())));
  }
}
