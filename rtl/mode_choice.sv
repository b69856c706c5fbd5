// The fewest bursts that some mode of magpie fits, and the first mode that fits them; one-hot, zero if there is none.
module mode_choice #(
    parameter int MODES = 8
) (
    input logic [3*MODES-1:0] fits,
    output logic [2:0] bursts,
    output logic [MODES-1:0] mode
);
  logic [2:0] some;
  always_comb begin
    some = '0;
    for (int m = 0; m < MODES; m++) some = some | fits[3*m+:3];
  end
  assign bursts = some & (~some + 3'd1);

  logic [MODES-1:0] fitting;
  always_comb begin
    for (int m = 0; m < MODES; m++) fitting[m] = |(fits[3*m+:3] & bursts);
  end
  assign mode = fitting & (~fitting + 1'b1);
endmodule
