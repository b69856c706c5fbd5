package dev.magpie.explore.lab;

import dev.magpie.lab.board.ResultBoard;

/**
 * A directory of results that pages show.
 *
 * @param label what people see it called
 * @param input what it was opened from
 */
record ShownResults(String label, String input, ResultBoard board) {}
