// The codec magpie with modes of high parts alone, zquad32+zpair32+zquad64+quad16, as magpie_encoder has it.
module magpie_parts_encoder (
    input  logic [1023:0] block,
    output logic [   1:0] tag,
    output logic [ 767:0] coded
);
  localparam int MODES = 4;

  // For each mode whether it fits one burst, two, three.
  wire [3*MODES-1:0] fits;
  wire [3*764-1:0] zquad32;
  wire [3*764-1:0] zpair32;
  wire [3*764-1:0] zquad64;
  wire [3*764-1:0] quad16;
  parts_encoder #(.WORD(32), .PARTS(4), .ZERO(1)) of_zquad32 (.*, .fits(fits[0+:3]), .body(zquad32));
  parts_encoder #(.WORD(32), .PARTS(2), .ZERO(1)) of_zpair32 (.*, .fits(fits[3+:3]), .body(zpair32));
  parts_encoder #(.WORD(64), .PARTS(4), .ZERO(1)) of_zquad64 (.*, .fits(fits[6+:3]), .body(zquad64));
  parts_encoder #(.WORD(16), .PARTS(4), .ZERO(0)) of_quad16 (.*, .fits(fits[9+:3]), .body(quad16));

  wire [2:0] bursts;
  wire [MODES-1:0] mode;
  mode_choice #(.MODES(MODES)) choice (.*);

  wire [3*764-1:0] of_parts = {2292{mode[0]}} & zquad32
      | {2292{mode[1]}} & zpair32
      | {2292{mode[2]}} & zquad64
      | {2292{mode[3]}} & quad16;
  wire [763:0] body = {764{bursts[0]}} & of_parts[0+:764] | {764{bursts[1]}} & of_parts[764+:764]
      | {764{bursts[2]}} & of_parts[1528+:764];
  wire [3:0] number = {2'd0, mode[3] | mode[2], mode[3] | mode[1]};
  assign tag = bursts[0] ? 2'd0 : bursts[1] ? 2'd1 : bursts[2] ? 2'd2 : 2'd3;
  assign coded = {768{|bursts}} & {number, body};
endmodule
