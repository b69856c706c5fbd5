// The first of some words that is wanted; zero if none is.
module first_of #(
    parameter int COUNT = 32,
    parameter int WORD  = 32
) (
    input  logic [COUNT*WORD-1:0] words,
    input  logic [     COUNT-1:0] wanted,
    output logic [      WORD-1:0] first
);
  wire [COUNT-1:0] chosen;
  assign chosen[0] = wanted[0];
  for (genvar i = 1; i < COUNT; i++) begin : choice
    assign chosen[i] = wanted[i] & ~(|wanted[i-1:0]);
  end

  for (genvar b = 0; b < WORD; b++) begin : place
    wire [COUNT-1:0] ones;
    for (genvar i = 0; i < COUNT; i++) begin : word
      assign ones[i] = chosen[i] & words[WORD*i+b];
    end
    assign first[b] = |ones;
  end
endmodule
