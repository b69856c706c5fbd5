// MAG-aware BDI, blocks of 128 bytes and accesses of 32: Figure 10 of Lal et al.
// The first coded bit is coded[767]; byte 0 of the block is block[7:0].
module mag_bdi_decoder (
    input  logic [   1:0] tag,
    input  logic [ 767:0] coded,
    output logic [1023:0] block
);
  wire [31:0] base = coded[767-:32];
  wire [31:0] mask = coded[735-:32];

  for (genvar i = 0; i < 32; i++) begin : word
    wire [ 5:0] narrow = coded[703-6*i-:6];
    wire [13:0] middle = coded[703-14*i-:14];
    wire [21:0] wide = coded[703-22*i-:22];
    wire [31:0] delta = tag[1] ? {{10{wide[21]}}, wide}
        : tag[0] ? {{18{middle[13]}}, middle} : {{26{narrow[5]}}, narrow};
    assign block[32*i+:32] = delta + (mask[31-i] ? base : 32'd0);
  end
endmodule
