// The width of zdelta's fields: what so many bursts leave to so many words; one-hot.
module delta_widths #(
    parameter int COUNT = 32,
    parameter int WORD  = 32
) (
    input  logic [    2:0] bursts,
    input  logic [COUNT:0] count,
    output logic [ WORD:1] width
);
  always_comb begin
    width = '0;
    for (int q = 1; q <= 3; q++) begin
      for (int m = 1; m <= COUNT; m++) begin
        if ((256 * q - 4 - COUNT - WORD) / m < WORD)
          width[(256*q-4-COUNT-WORD)/m] = width[(256*q-4-COUNT-WORD)/m] | bursts[q-1] & count[m];
        else width[WORD] = width[WORD] | bursts[q-1] & count[m];
      end
    end
  end
endmodule
