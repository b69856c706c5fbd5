/** What experiments found: result files, the report over them, and queries. */
@NullMarked
package dev.magpie.lab.result;

import org.jspecify.annotations.NullMarked;
