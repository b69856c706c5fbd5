// What decoders and encoders are made of, alone: their costs are those that other codecs' parts are counted in.

// Additions of 32 bits, side by side: what Lal et al. say that decompression takes.
module vector_adder (
    input logic [1023:0] left,
    input logic [31:0] right,
    output logic [1023:0] sum
);
  for (genvar i = 0; i < 32; i++) begin : word
    assign sum[32*i+:32] = left[32*i+:32] + right;
  end
endmodule

module equality (
    input  logic [31:0] left,
    input  logic [31:0] right,
    output logic equal
);
  assign equal = left == right;
endmodule

module comparator (
    input  logic [31:0] left,
    input  logic [31:0] right,
    output logic less
);
  assign less = left < right;
endmodule

// One of 32 bits, by its number.
module selector (
    input  logic [31:0] bits,
    input  logic [ 4:0] number,
    output logic chosen
);
  assign chosen = bits[number];
endmodule

// One of 32 words, one-hot.
module one_hot_selector (
    input logic [1023:0] words,
    input logic [31:0] chosen,
    output logic [31:0] word
);
  always_comb begin
    word = '0;
    for (int i = 0; i < 32; i++) word = word | {32{chosen[i]}} & words[32*i+:32];
  end
endmodule

module shifter (
    input  logic [63:0] bits,
    input  logic [ 4:0] distance,
    output logic [31:0] shifted
);
  wire [63:0] moved = bits << distance;
  assign shifted = moved[63:32];
endmodule
