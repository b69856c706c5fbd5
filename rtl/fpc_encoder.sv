// Frequent pattern compression, blocks of 128 bytes: WORDS words a cycle, which divides 32, and a cycle more for a run at the end. The
// block stays as it is from start to done. The first coded bit is coded[1023]; a block that takes more is told by raw.
module fpc_encoder #(
    parameter int WORDS = 2
) (
    input logic clk,
    input logic start,
    input logic [1023:0] block,
    output logic [1023:0] coded,
    output logic raw,
    output logic done
);
  localparam int CODES = 41 * WORDS;  // A run and a word each.
  localparam int BITS = $clog2(CODES + 1);

  logic [ 5:0] index;
  logic [ 3:0] run;
  logic [10:0] position;
  wire at_end = index[5];
  assign raw = position > 11'd1024;

  for (genvar w = 0; w < WORDS; w++) begin : word
    // The run, the bits and their number before it.
    wire [3:0] run_before;
    wire [CODES-1:0] codes_before;
    wire [BITS-1:0] bits_before;
    if (w == 0) begin : first
      assign run_before = run;
      assign codes_before = '0;
      assign bits_before = '0;
    end else begin : further
      assign run_before = word[w-1].run_after;
      assign codes_before = word[w-1].codes;
      assign bits_before = word[w-1].filled;
    end

    wire [4:0] number = index[4:0] + 5'(w);
    wire [31:0] own = at_end ? 32'd0 : block[32*number+:32];
    wire is_zero = own == 32'd0;
    wire ends = (run_before != 4'd0) & (~is_zero | run_before[3] | at_end);
    wire [34:0] code;
    wire [5:0] bits;
    fpc_word pattern (
        .word(own),
        .code(code),
        .bits(bits)
    );
    wire [2:0] length = run_before[2:0] - 3'd1;
    wire [40:0] both = ends ? {3'd0, length, code} : {code, 6'd0};
    wire [CODES-1:0] codes = codes_before | {both, {(CODES - 41) {1'b0}}} >> bits_before;
    wire [BITS-1:0] filled = bits_before + (ends ? BITS'(6) : BITS'(0)) + BITS'(bits);
    wire [3:0] run_after = at_end | ~is_zero ? 4'd0 : ends ? 4'd1 : run_before + 4'd1;
  end

  wire [1023:0] appended = {word[WORDS-1].codes, {(1024 - CODES) {1'b0}}} >> position;
  always_ff @(posedge clk) begin
    if (start) begin
      index <= '0;
      run <= '0;
      position <= '0;
      coded <= '0;
      done <= 1'b0;
    end else if (!done) begin
      index <= index + 6'(WORDS);
      run <= word[WORDS-1].run_after;
      position <= position + 11'(word[WORDS-1].filled);
      coded <= coded | appended;
      done <= at_end;
    end
  end
endmodule
