/**
 * Ground for all: settings files whose errors name the line, files that appear whole or not, and
 * files that are read and so are not written over.
 */
@NullMarked
package dev.magpie.settings;

import org.jspecify.annotations.NullMarked;
