// The modes pair, quad, zpair and zquad of magpie: for each number of bursts whether a block fits, and its fields.
// body holds those of one burst to the right, then those of two, of three; each ends in zeros.
module parts_encoder #(
    parameter int WORD  = 32,
    parameter int PARTS = 2,
    parameter int ZERO  = 0
) (
    input logic [1023:0] block,
    output logic [2:0] fits,
    output logic [3*764-1:0] body
);
  localparam int COUNT = 1024 / WORD;
  localparam int NUMBER = PARTS / 2;
  localparam int WRITTEN = PARTS - ZERO;

  for (genvar q = 1; q <= 3; q++) begin : budget
    localparam int ROOM = 256 * q - 4 - WRITTEN * WORD - COUNT * NUMBER;
    if (ROOM < 0) begin : none
      assign fits[q-1] = 1'b0;
      assign body[764*(q-1)+:764] = '0;
    end else begin : some
      localparam int SHARE = ROOM / (COUNT - WRITTEN);
      localparam int LOW = SHARE < WORD ? SHARE : WORD - 1;
      localparam int HIGH = WORD - LOW;

      wire [COUNT*HIGH-1:0] high;
      for (genvar i = 0; i < COUNT; i++) begin : word
        assign high[HIGH*i+:HIGH] = block[WORD*i+LOW+:HIGH];
      end

      // left: words that have none of the parts up to this one.
      wire [PARTS*HIGH-1:0] parts;
      for (genvar p = 0; p < PARTS; p++) begin : part
        wire [COUNT-1:0] wanted;
        wire [HIGH-1:0] own;
        wire [COUNT-1:0] left;
        if (p == 0) assign wanted = '1;
        else assign wanted = part[p-1].left;
        if (p == 0 && ZERO == 1) assign own = '0;
        else
          first_of #(
              .COUNT(COUNT),
              .WORD (HIGH)
          ) choice (
              .words (high),
              .wanted(wanted),
              .first (own)
          );
        for (genvar i = 0; i < COUNT; i++) begin : test
          assign left[i] = wanted[i] & (high[HIGH*i+:HIGH] != own);
        end
        assign parts[HIGH*p+:HIGH] = own;
      end
      assign fits[q-1] = ~|part[PARTS-1].left;

      for (genvar p = ZERO; p < PARTS; p++) begin : written
        assign body[764*q-1-HIGH*(p-ZERO)-:HIGH] = parts[HIGH*p+:HIGH];
      end
      for (genvar i = 0; i < COUNT; i++) begin : fields
        // What part p has left has a number above p.
        if (NUMBER == 1) assign body[764*q-1-HIGH*WRITTEN-i] = part[0].left[i];
        else
          assign body[764*q-1-HIGH*WRITTEN-2*i-:2] = {
            part[1].left[i], part[PARTS-2].left[i] | (part[0].left[i] & ~part[1].left[i])
          };
        if (LOW > 0)
          assign body[764*q-1-HIGH*WRITTEN-NUMBER*COUNT-LOW*i-:LOW] = block[WORD*i+:LOW];
      end
      localparam int END = HIGH * WRITTEN + (NUMBER + LOW) * COUNT;
      if (END < 764) assign body[764*(q-1)+:764-END] = '0;
    end
  end
endmodule
