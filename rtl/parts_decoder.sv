// The modes pair, quad, zpair and zquad of magpie: few different high parts, low parts as they are.
module parts_decoder #(
    parameter int WORD  = 32,
    parameter int PARTS = 2,
    parameter int ZERO  = 0
) (
    input logic [763:0] body,
    input logic [2:0] bursts,
    output logic [1023:0] block
);
  localparam int COUNT = 1024 / WORD;
  localparam int NUMBER = PARTS / 2;
  localparam int WRITTEN = PARTS - ZERO;

  wire [3*1024-1:0] of_bursts;
  for (genvar q = 1; q <= 3; q++) begin : budget
    localparam int ROOM = 256 * q - 4 - WRITTEN * WORD - COUNT * NUMBER;
    if (ROOM < 0) begin : none
      assign of_bursts[1024*(q-1)+:1024] = '0;
    end else begin : some
      localparam int SHARE = ROOM / (COUNT - WRITTEN);
      localparam int LOW = SHARE < WORD ? SHARE : WORD - 1;
      localparam int HIGH = WORD - LOW;
      wire [PARTS*HIGH-1:0] parts;
      if (ZERO == 1) assign parts[0+:HIGH] = '0;
      for (genvar p = ZERO; p < PARTS; p++) begin : part
        assign parts[HIGH*p+:HIGH] = body[763-HIGH*(p-ZERO)-:HIGH];
      end
      for (genvar i = 0; i < COUNT; i++) begin : word
        wire [NUMBER-1:0] number = body[763-HIGH*WRITTEN-NUMBER*i-:NUMBER];
        logic [HIGH-1:0] high;
        always_comb begin
          high = '0;
          for (int p = 0; p < PARTS; p++) begin
            high = high | {HIGH{number == NUMBER'(p)}} & parts[HIGH*p+:HIGH];
          end
        end
        if (LOW == 0) assign of_bursts[1024*(q-1)+WORD*i+:WORD] = high;
        else
          assign of_bursts[1024*(q-1)+WORD*i+:WORD] = {
            high, body[763-HIGH*WRITTEN-NUMBER*COUNT-LOW*i-:LOW]
          };
      end
    end
  end

  assign block = {1024{bursts[0]}} & of_bursts[0+:1024]
      | {1024{bursts[1]}} & of_bursts[1024+:1024] | {1024{bursts[2]}} & of_bursts[2048+:1024];
endmodule
