// One compressor unit of base-delta-immediate: Figure 9 of Lal et al. for words of 32 bits and deltas of 6.
// coded: base, mask (1 is a word that uses the base), deltas.
module base_delta_unit #(
    parameter int WORD = 32,
    parameter int DELTA = 6,
    parameter int COUNT = 1024 / WORD
) (
    input logic [1023:0] block,
    output logic fits,
    output logic [WORD+COUNT+COUNT*DELTA-1:0] coded
);
  wire [COUNT-1:0] based;  // Not close to zero.
  wire [COUNT-1:0] fitting;
  wire [ WORD-1:0] base;

  for (genvar i = 0; i < COUNT; i++) begin : zero_test
    wire [WORD-DELTA:0] sign = block[WORD*(i+1)-1-:WORD-DELTA+1];
    assign based[i] = (|sign) & ~(&sign);
  end

  first_of #(
      .COUNT(COUNT),
      .WORD (WORD)
  ) base_choice (
      .words (block),
      .wanted(based),
      .first (base)
  );

  for (genvar i = 0; i < COUNT; i++) begin : base_test
    wire [WORD-1:0] distance = block[WORD*i+:WORD] - base;
    wire [WORD-DELTA:0] sign = distance[WORD-1-:WORD-DELTA+1];
    assign fitting[i] = ~based[i] | ~(|sign) | (&sign);
    assign coded[WORD+COUNT+COUNT*DELTA-1-WORD-i] = based[i];
    assign coded[DELTA*(COUNT-i)-1-:DELTA] = based[i] ? distance[DELTA-1:0] : block[WORD*i+:DELTA];
  end

  assign coded[WORD+COUNT+COUNT*DELTA-1-:WORD] = base;
  assign fits = &fitting;
endmodule
