/**
 * What the literature claims: a statement, its value, and the function of a record that checks it.
 */
@NullMarked
package dev.magpie.lab.claim;

import org.jspecify.annotations.NullMarked;
