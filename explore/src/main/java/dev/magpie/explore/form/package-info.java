/** What forms of pages need to offer choices. */
@NullMarked
package dev.magpie.explore.form;

import org.jspecify.annotations.NullMarked;
