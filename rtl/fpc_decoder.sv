// Frequent pattern compression, blocks of 128 bytes: CODES codes a cycle. The first coded bit is coded[1023], and the
// bits stay as they are from start to done; byte 0 of the block is block[7:0].
module fpc_decoder #(
    parameter int CODES = 2
) (
    input logic clk,
    input logic start,
    input logic [1023:0] coded,
    output logic [1023:0] block,
    output logic done
);
  localparam int WINDOW = 35 * CODES;
  localparam int BITS = $clog2(WINDOW + 1);

  logic [9:0] position;
  logic [5:0] index;
  assign done = index[5];

  // Bits from the position on, by halves.
  wire [1023+WINDOW:0] stream = {coded, {WINDOW{1'b0}}};
  wire [1023+WINDOW:0] shifted = stream << position;
  wire [WINDOW-1:0] window = shifted[1023+WINDOW-:WINDOW];

  for (genvar c = 0; c < CODES; c++) begin : code
    // Bits before it, and which word it is; the end of the block is where the sixth bit is.
    wire [BITS-1:0] skipped;
    wire [5:0] at;
    if (c == 0) assign skipped = '0;
    else assign skipped = code[c-1].skipped + BITS'(code[c-1].bits);
    if (c == 0) assign at = index;
    else assign at = code[c-1].next;

    wire [WINDOW-1:0] own = window << skipped;
    wire [5:0] bits;
    wire [3:0] words;
    wire [31:0] word;
    fpc_code pattern (
        .window(own[WINDOW-1-:35]),
        .bits  (bits),
        .words (words),
        .word  (word)
    );
    wire [5:0] next = at[5] ? at : at + 6'(words);
  end

  // No word is written twice.
  wire [1023:0] written;
  for (genvar i = 0; i < 32; i++) begin : word
    for (genvar c = 0; c < CODES; c++) begin : by
      wire [31:0] own = code[c].at == 6'(i) ? code[c].word : 32'd0;
      wire [31:0] all;
      if (c == 0) assign all = own;
      else assign all = own | by[c-1].all;
    end
    assign written[32*i+:32] = by[CODES-1].all;
  end

  always_ff @(posedge clk) begin
    if (start) begin
      position <= '0;
      index <= '0;
      block <= '0;
    end else if (!done) begin
      position <= position + 10'(code[CODES-1].skipped) + 10'(code[CODES-1].bits);
      index <= code[CODES-1].next;
      block <= block | written;
    end
  end
endmodule
