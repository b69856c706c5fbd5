// The codec magpie with the modes of docs/own-codec.md, blocks of 128 bytes and accesses of 32.
// The tag is 3 if no mode fits; coded is then zero.
module magpie_encoder (
    input  logic [1023:0] block,
    output logic [   1:0] tag,
    output logic [ 767:0] coded
);
  localparam int MODES = 8;

  // For each mode whether it fits one burst, two, three.
  wire [3*MODES-1:0] fits;
  wire [3*764-1:0] pair32;
  wire [3*764-1:0] zpair32;
  wire [3*764-1:0] pair64;
  wire [3*764-1:0] zquad64;
  parts_encoder #(.WORD(32), .PARTS(2)) of_pair32 (.*, .fits(fits[3*1+:3]), .body(pair32));
  parts_encoder #(.WORD(32), .PARTS(2), .ZERO(1)) of_zpair32 (.*, .fits(fits[3*3+:3]), .body(zpair32));
  parts_encoder #(.WORD(64), .PARTS(2)) of_pair64 (.*, .fits(fits[3*4+:3]), .body(pair64));
  parts_encoder #(.WORD(64), .PARTS(4), .ZERO(1)) of_zquad64 (.*, .fits(fits[3*6+:3]), .body(zquad64));

  wire [2:0] bursts;
  wire [MODES-1:0] mode;
  wire [763:0] masked32;
  wire [763:0] masked64;
  masked_encoder #(.WORD(32)) of_masked32 (
      .*,
      .is_zdelta(mode[7]),
      .is_zplane(mode[0]),
      .is_plane(mode[5]),
      .zdelta_fits(fits[3*7+:3]),
      .zplane_fits(fits[3*0+:3]),
      .plane_fits(fits[3*5+:3]),
      .body(masked32)
  );
  masked_encoder #(.WORD(64)) of_masked64 (
      .*,
      .is_zdelta(1'b1),
      .is_zplane(1'b0),
      .is_plane(1'b0),
      .zdelta_fits(fits[3*2+:3]),
      .zplane_fits(),
      .plane_fits(),
      .body(masked64)
  );

  mode_choice #(.MODES(MODES)) choice (.*);

  logic [3*764-1:0] of_parts;
  logic [763:0] body;
  logic [3:0] number;
  always_comb begin
    of_parts = {2292{mode[1]}} & pair32 | {2292{mode[3]}} & zpair32 | {2292{mode[4]}} & pair64
        | {2292{mode[6]}} & zquad64;
    body = {764{bursts[0]}} & of_parts[0+:764] | {764{bursts[1]}} & of_parts[764+:764]
        | {764{bursts[2]}} & of_parts[1528+:764] | {764{mode[0] | mode[5] | mode[7]}} & masked32
        | {764{mode[2]}} & masked64;
    number = '0;
    for (int m = 0; m < MODES; m++) number = number | {4{mode[m]}} & 4'(m);
  end

  assign tag = bursts[0] ? 2'd0 : bursts[1] ? 2'd1 : bursts[2] ? 2'd2 : 2'd3;
  assign coded = {768{|bursts}} & {number, body};
endmodule
