// The smallest and the largest of some words, in two's complement, of those that count.
module extremes #(
    parameter int COUNT = 32,
    parameter int WORD  = 32
) (
    input logic [COUNT*WORD-1:0] words,
    input logic [COUNT-1:0] counts,
    output logic [WORD-1:0] smallest,
    output logic [WORD-1:0] largest
);
  // Level by level: of pairs of words, of pairs of pairs, and so on.
  for (genvar depth = 0; depth <= $clog2(COUNT); depth++) begin : level
    wire [(COUNT>>depth)*WORD-1:0] low;
    wire [(COUNT>>depth)*WORD-1:0] high;
    for (genvar i = 0; i < COUNT >> depth; i++) begin : node
      if (depth == 0) begin : word
        // The other end where it does not count.
        wire [WORD-1:0] own = words[WORD*i+:WORD];
        assign low[WORD*i+:WORD] = counts[i] ? own : {1'b0, {(WORD - 1) {1'b1}}};
        assign high[WORD*i+:WORD] = counts[i] ? own : {1'b1, {(WORD - 1) {1'b0}}};
      end else begin : pair
        wire [WORD-1:0] first_low = level[depth-1].low[WORD*2*i+:WORD];
        wire [WORD-1:0] second_low = level[depth-1].low[WORD*(2*i+1)+:WORD];
        wire [WORD-1:0] first_high = level[depth-1].high[WORD*2*i+:WORD];
        wire [WORD-1:0] second_high = level[depth-1].high[WORD*(2*i+1)+:WORD];
        assign low[WORD*i+:WORD] = $signed(first_low) < $signed(second_low) ? first_low : second_low;
        assign high[WORD*i+:WORD] = $signed(first_high) < $signed(second_high) ? second_high : first_high;
      end
    end
  end
  assign smallest = level[$clog2(COUNT)].low;
  assign largest = level[$clog2(COUNT)].high;
endmodule
