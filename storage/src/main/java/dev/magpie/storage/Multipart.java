package dev.magpie.storage;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedMultipartUpload;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Sends a file in parts, which are an object when all are there: one request takes 5 GB at most.
 *
 * @param partBytes at least 5 MiB, which S3 wants
 */
record Multipart(S3Client client, String bucket, String key, long partBytes) {
  /** What S3 takes. */
  private static final int MOST_PARTS = 10_000;

  /** Parts of a file, larger than asked for where it would have too many. */
  static Multipart of(S3Client client, String bucket, String key, long partBytes, long size) {
    return new Multipart(client, bucket, key, Math.max(partBytes, Math.ceilDiv(size, MOST_PARTS)));
  }

  void send(ObjectPath object, Path file) throws IOException {
    String upload = client.createMultipartUpload(each -> each.bucket(bucket).key(key)).uploadId();
    try {
      List<CompletedPart> parts = sendParts(object, file, upload);
      client.completeMultipartUpload(each ->
          each.bucket(bucket)
              .key(key)
              .uploadId(upload)
              .multipartUpload(CompletedMultipartUpload.builder().parts(parts).build()));
    } catch (IOException | SdkException e) {
      try {
        client.abortMultipartUpload(each -> each.bucket(bucket).key(key).uploadId(upload));
      } catch (SdkException unremoved) {
        e.addSuppressed(unremoved);
      }
      throw e;
    }
  }

  private List<CompletedPart> sendParts(ObjectPath object, Path file, String upload)
      throws IOException {
    List<CompletedPart> parts = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long at = 0; at < channel.size(); at += partBytes) {
        long bytes = Math.min(partBytes, channel.size() - at);
        int number = parts.size() + 1;
        try (Arena arena = Arena.ofConfined()) {
          ByteBuffer part = channel.map(MapMode.READ_ONLY, at, bytes, arena).asByteBuffer();
          parts.add(Attempts.of(object, () -> sendPart(object, upload, number, part)));
        }
      }
    }
    return parts;
  }

  private CompletedPart sendPart(ObjectPath object, String upload, int number, ByteBuffer part)
      throws IOException {
    String tag =
        S3Store.inTermsOfFiles(
                object,
                () ->
                    client.uploadPart(
                        each -> each.bucket(bucket).key(key).uploadId(upload).partNumber(number),
                        RequestBody.fromRemainingByteBuffer(part.duplicate())))
            .eTag();
    return CompletedPart.builder().partNumber(number).eTag(tag).build();
  }
}
