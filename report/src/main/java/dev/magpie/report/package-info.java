/** Reports made of prose, tables and charts: one self-contained HTML page, plain text, or CSV. */
@NullMarked
package dev.magpie.report;

import org.jspecify.annotations.NullMarked;
