// The modes zdelta, zplane and plane of magpie: for each number of bursts whether a block fits, and the fields of
// that mode and number which are chosen. Planes are for words of 32 bits.
module masked_encoder #(
    parameter int WORD = 32
) (
    input logic [1023:0] block,
    input logic [2:0] bursts,
    input logic is_zdelta,
    input logic is_zplane,
    input logic is_plane,
    output logic [2:0] zdelta_fits,
    output logic [2:0] zplane_fits,
    output logic [2:0] plane_fits,
    output logic [763:0] body
);
  localparam int COUNT = 1024 / WORD;
  localparam int FIELDS = 764 - COUNT - WORD;
  localparam int BITS = $clog2(WORD + 1);

  wire [COUNT-1:0] not_zero;
  for (genvar i = 0; i < COUNT; i++) begin : test
    assign not_zero[i] = |block[WORD*i+:WORD];
  end
  // Of all words where planes have no mask.
  wire [COUNT-1:0] mask = not_zero | {COUNT{is_plane}};
  wire [COUNT*(COUNT+1)-1:0] rank;
  wire [COUNT:0] unmasked_count;
  ranks #(.WIDTH(COUNT)) of_mask (.mask(mask), .rank(rank), .count(unmasked_count));
  wire [COUNT*(COUNT+1)-1:0] not_zero_rank;
  wire [COUNT:0] count;
  ranks #(.WIDTH(COUNT)) of_not_zero (.mask(not_zero), .rank(not_zero_rank), .count(count));

  // zdelta.
  wire [WORD-1:0] smallest;
  wire [WORD-1:0] largest;
  extremes #(
      .COUNT(COUNT),
      .WORD (WORD)
  ) of_words (
      .words(block),
      .counts(not_zero),
      .smallest(smallest),
      .largest(largest)
  );
  wire [WORD-1:0] base = count[0] ? '0 : smallest;
  wire [WORD-1:0] distance = largest - smallest;
  // Whether it fits so many bits.
  logic [WORD:0] fits_width;
  always_comb begin
    fits_width[WORD] = 1'b1;
    for (int k = WORD - 1; k >= 0; k--) fits_width[k] = fits_width[k+1] & ~distance[k];
  end
  always_comb begin
    for (int q = 1; q <= 3; q++) begin
      zdelta_fits[q-1] = count[0];
      for (int m = 1; m <= COUNT; m++) begin
        if ((256 * q - 4 - COUNT - WORD) / m < WORD)
          zdelta_fits[q-1] = zdelta_fits[q-1] | count[m] & fits_width[(256*q-4-COUNT-WORD)/m];
        else zdelta_fits[q-1] = zdelta_fits[q-1] | count[m];
      end
    end
  end
  wire [WORD:1] delta_width;
  delta_widths #(
      .COUNT(COUNT),
      .WORD (WORD)
  ) widths (
      .bursts(bursts),
      .count (count),
      .width (delta_width)
  );

  // Planes: of the words that are not zero, and of all.
  logic [WORD-1:0] ones;
  logic [WORD-1:0] zeros;
  logic [WORD-1:0] all_ones;
  always_comb begin
    ones = '0;
    zeros = '0;
    all_ones = '1;
    for (int i = 0; i < COUNT; i++) begin
      ones = ones | block[WORD*i+:WORD];
      zeros = zeros | ~block[WORD*i+:WORD] & {WORD{not_zero[i]}};
      all_ones = all_ones & block[WORD*i+:WORD];
    end
  end
  wire [WORD-1:0] zplanes = ones & zeros;
  wire [WORD-1:0] all_planes = ones & ~all_ones;
  wire [WORD-1:0] planes = is_plane ? all_planes : zplanes;
  wire [WORD*(WORD+1)-1:0] plane_rank;
  wire [WORD:0] plane_count;
  ranks #(.WIDTH(WORD)) of_planes (.mask(planes), .rank(plane_rank), .count(plane_count));

  wire [BITS-1:0] zplane_width;
  wire [BITS-1:0] all_width;
  population_count #(.WIDTH(WORD)) of_zplanes (.bits(zplanes), .count(zplane_width));
  population_count #(.WIDTH(WORD)) of_all_planes (.bits(all_planes), .count(all_width));
  always_comb begin
    for (int q = 1; q <= 3; q++) begin
      plane_fits[q-1] = 256 * q - 4 < 2 * WORD ? 1'b0
          : all_width <= BITS'((256 * q - 4 - 2 * WORD) / (COUNT - 1));
      zplane_fits[q-1] = count[0] | count[1];
      for (int m = 2; m <= COUNT; m++) begin
        zplane_fits[q-1] = zplane_fits[q-1] | count[m]
            & ((256 * q - 4 - 2 * WORD - COUNT) / (m - 1) >= WORD ? 1'b1
            : zplane_width <= BITS'((256 * q - 4 - 2 * WORD - COUNT) / (m - 1)));
      end
    end
  end

  // Fields: bits where planes are, or distances; of words that count; further ones of planes a place earlier.
  wire [1023:0] own;
  for (genvar i = 0; i < COUNT; i++) begin : word
    wire [WORD-1:0] varying;
    compress #(
        .COUNT(WORD),
        .WORD (1)
    ) to_right (
        .words(block[WORD*i+:WORD]),
        .mask(planes),
        .rank(plane_rank),
        .compressed(varying)
    );
    assign own[WORD*i+:WORD] = is_zdelta ? block[WORD*i+:WORD] - base : varying;
  end
  wire [1023:0] coded_words;
  compress #(
      .COUNT(COUNT),
      .WORD (WORD)
  ) of_block (
      .words(own),
      .mask(mask),
      .rank(rank),
      .compressed(coded_words)
  );
  wire [1023:0] fields = is_zdelta ? coded_words : {{WORD{1'b0}}, coded_words[1023:WORD]};
  wire [FIELDS-1:0] packed_fields;
  pack #(
      .COUNT(COUNT),
      .WORD (WORD),
      .BITS (FIELDS)
  ) of_fields (
      .fields(fields),
      .width(is_zdelta ? delta_width : plane_count[WORD:1]),
      .packed_fields(packed_fields)
  );

  wire [WORD-1:0] first;
  first_of #(
      .COUNT(COUNT),
      .WORD (WORD)
  ) choice (
      .words (block),
      .wanted(mask),
      .first (first)
  );
  wire [COUNT-1:0] written_mask;
  for (genvar i = 0; i < COUNT; i++) begin : mask_bit
    assign written_mask[COUNT-1-i] = not_zero[i];
  end
  assign body = is_zdelta ? {written_mask, base, packed_fields}
      : is_zplane ? {written_mask, first, planes, packed_fields[FIELDS-1:WORD]}
      : {first, planes, {(COUNT + FIELDS - WORD) {1'b0}}} | {{(COUNT + WORD) {1'b0}}, packed_fields};
endmodule
