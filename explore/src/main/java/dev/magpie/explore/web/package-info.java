/** Its server: who may ask, what is answered, and files of the pages. */
@NullMarked
package dev.magpie.explore.web;

import org.jspecify.annotations.NullMarked;
