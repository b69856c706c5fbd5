// The modes zdelta, zplane and plane of magpie: words that are zero told by a mask, widths that follow from it.
// Planes are for words of 32 bits.
module masked_decoder #(
    parameter int WORD = 32
) (
    input logic [763:0] body,
    input logic [2:0] bursts,
    input logic is_zdelta,
    input logic is_zplane,
    input logic is_plane,
    output logic [1023:0] block
);
  localparam int COUNT = 1024 / WORD;
  localparam int FIELDS = 764 - COUNT - WORD;

  // The mask, first word to the right; all ones where a mode has none.
  wire [COUNT-1:0] mask;
  for (genvar i = 0; i < COUNT; i++) begin : mask_bit
    assign mask[i] = body[763-i] | is_plane;
  end
  wire [COUNT*(COUNT+1)-1:0] rank;
  wire [COUNT:0] count;
  ranks #(.WIDTH(COUNT)) of_mask (.mask(mask), .rank(rank), .count(count));

  // Base of deltas, first word of planes.
  wire [WORD-1:0] first = is_plane ? body[763-:WORD] : body[763-COUNT-:WORD];
  wire [WORD-1:0] planes = is_plane ? body[763-WORD-:WORD] : body[763-COUNT-WORD-:WORD];
  wire [WORD*(WORD+1)-1:0] plane_rank;
  wire [WORD:0] plane_count;
  ranks #(.WIDTH(WORD)) of_planes (.mask(planes), .rank(plane_rank), .count(plane_count));

  // zdelta: from behind the base, as plane for words of 32 bits; zplane: a word later.
  wire [FIELDS-1:0] packed_fields = is_zplane ? {body[FIELDS-WORD-1:0], {WORD{1'b0}}} : body[FIELDS-1:0];
  wire [WORD:1] delta_width;
  delta_widths #(
      .COUNT(COUNT),
      .WORD (WORD)
  ) widths (
      .bursts(bursts),
      .count (count),
      .width (delta_width)
  );
  wire [WORD:1] width = is_zdelta ? delta_width : plane_count[WORD:1];

  wire [1023:0] fields;
  unpack #(.COUNT(COUNT), .WORD(WORD), .BITS(FIELDS)) of_words (
      .packed_fields(packed_fields),
      .width(width),
      .fields(fields)
  );

  // Of planes each further word has the field of the one before.
  wire [1023:0] words;
  for (genvar j = 0; j < COUNT; j++) begin : word
    wire [WORD-1:0] distant = first + fields[WORD*j+:WORD];
    wire [WORD-1:0] varying;
    if (j == 0) begin : of_first
      assign varying = first;
    end else begin : of_planes
      wire [WORD-1:0] own;
      expand #(
          .COUNT(WORD),
          .WORD (1)
      ) to_places (
          .words(fields[WORD*(j-1)+:WORD]),
          .mask(planes),
          .rank(plane_rank),
          .expanded(own)
      );
      assign varying = own | (first & ~planes);
    end
    assign words[WORD*j+:WORD] = is_zdelta ? distant : varying;
  end

  expand #(.COUNT(COUNT), .WORD(WORD)) to_block (
      .words(words),
      .mask(mask),
      .rank(rank),
      .expanded(block)
  );
endmodule
