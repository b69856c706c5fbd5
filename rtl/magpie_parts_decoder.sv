// The codec magpie with modes of high parts alone, zquad32+zpair32+zquad64+quad16, as magpie_decoder has it.
module magpie_parts_decoder (
    input  logic [   1:0] tag,
    input  logic [ 767:0] coded,
    output logic [1023:0] block
);
  wire [3:0] mode = coded[767-:4];
  wire [763:0] body = coded[763:0];
  wire [2:0] bursts = {tag == 2'd2, tag == 2'd1, tag == 2'd0};

  wire [1023:0] zquad32;
  wire [1023:0] zpair32;
  wire [1023:0] zquad64;
  wire [1023:0] quad16;
  parts_decoder #(.WORD(32), .PARTS(4), .ZERO(1)) of_zquad32 (.*, .block(zquad32));
  parts_decoder #(.WORD(32), .PARTS(2), .ZERO(1)) of_zpair32 (.*, .block(zpair32));
  parts_decoder #(.WORD(64), .PARTS(4), .ZERO(1)) of_zquad64 (.*, .block(zquad64));
  parts_decoder #(.WORD(16), .PARTS(4), .ZERO(0)) of_quad16 (.*, .block(quad16));
  assign block = {1024{mode == 4'd0}} & zquad32
      | {1024{mode == 4'd1}} & zpair32
      | {1024{mode == 4'd2}} & zquad64
      | {1024{mode == 4'd3}} & quad16;
endmodule
