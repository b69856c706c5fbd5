/** Objects in S3 and files on web servers as files of Java: {@code s3://}, {@code http(s)://}. */
@NullMarked
package dev.magpie.storage;

import org.jspecify.annotations.NullMarked;
