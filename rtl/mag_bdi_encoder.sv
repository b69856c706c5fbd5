// MAG-aware BDI, blocks of 128 bytes and accesses of 32: Figure 8 of Lal et al.
// The tag is 3 if no unit fits; coded is then zero.
module mag_bdi_encoder (
    input  logic [1023:0] block,
    output logic [   1:0] tag,
    output logic [ 767:0] coded
);
  wire [2:0] fits;
  wire [255:0] narrow;
  wire [511:0] middle;
  wire [767:0] wide;

  base_delta_unit #(.DELTA(6)) narrow_unit (.block(block), .fits(fits[0]), .coded(narrow));
  base_delta_unit #(.DELTA(14)) middle_unit (.block(block), .fits(fits[1]), .coded(middle));
  base_delta_unit #(.DELTA(22)) wide_unit (.block(block), .fits(fits[2]), .coded(wide));

  assign tag = fits[0] ? 2'd0 : fits[1] ? 2'd1 : fits[2] ? 2'd2 : 2'd3;
  assign coded = fits[0] ? {narrow, 512'd0}
      : fits[1] ? {middle, 256'd0} : fits[2] ? wide : 768'd0;
endmodule
