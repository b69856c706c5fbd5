// The codec magpie with the modes of docs/own-codec.md, blocks of 128 bytes and accesses of 32.
// The tag is the number of bursts less one. The first coded bit is coded[767]; byte 0 of the block is block[7:0].
module magpie_decoder (
    input  logic [   1:0] tag,
    input  logic [ 767:0] coded,
    output logic [1023:0] block
);
  wire [3:0] mode = coded[767-:4];
  wire [763:0] body = coded[763:0];
  wire [2:0] bursts = {tag == 2'd2, tag == 2'd1, tag == 2'd0};

  wire [1023:0] pair32;
  wire [1023:0] zpair32;
  wire [1023:0] pair64;
  wire [1023:0] zquad64;
  wire [1023:0] masked32;
  wire [1023:0] masked64;
  parts_decoder #(.WORD(32), .PARTS(2)) of_pair32 (.*, .block(pair32));
  parts_decoder #(.WORD(32), .PARTS(2), .ZERO(1)) of_zpair32 (.*, .block(zpair32));
  parts_decoder #(.WORD(64), .PARTS(2)) of_pair64 (.*, .block(pair64));
  parts_decoder #(.WORD(64), .PARTS(4), .ZERO(1)) of_zquad64 (.*, .block(zquad64));
  masked_decoder #(.WORD(32)) of_masked32 (
      .*,
      .is_zdelta(mode == 4'd7),
      .is_zplane(mode == 4'd0),
      .is_plane(mode == 4'd5),
      .block(masked32)
  );
  masked_decoder #(.WORD(64)) of_masked64 (
      .*,
      .is_zdelta(1'b1),
      .is_zplane(1'b0),
      .is_plane(1'b0),
      .block(masked64)
  );

  assign block = {1024{mode == 4'd0 || mode == 4'd5 || mode == 4'd7}} & masked32
      | {1024{mode == 4'd1}} & pair32 | {1024{mode == 4'd2}} & masked64
      | {1024{mode == 4'd3}} & zpair32 | {1024{mode == 4'd4}} & pair64
      | {1024{mode == 4'd6}} & zquad64;
endmodule
