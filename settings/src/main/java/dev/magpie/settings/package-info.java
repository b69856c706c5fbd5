/** Ground for all: settings files whose errors name the line, files that appear whole or not. */
@NullMarked
package dev.magpie.settings;

import org.jspecify.annotations.NullMarked;
