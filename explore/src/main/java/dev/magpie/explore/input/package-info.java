/** What the web application is started with, and the opening of it. */
@NullMarked
package dev.magpie.explore.input;

import org.jspecify.annotations.NullMarked;
