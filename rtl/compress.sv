// The opposite of expand: the words where a mask has ones, in order, and then zeros.
module compress #(
    parameter int COUNT = 32,
    parameter int WORD  = 32
) (
    input  logic [      COUNT*WORD-1:0] words,
    input  logic [           COUNT-1:0] mask,
    input  logic [COUNT*(COUNT+1)-1:0] rank,
    output logic [      COUNT*WORD-1:0] compressed
);
  for (genvar r = 0; r < COUNT; r++) begin : place
    logic [WORD-1:0] own;
    always_comb begin
      own = '0;
      for (int i = r; i < COUNT; i++) begin
        own = own | {WORD{mask[i] & rank[(COUNT+1)*i+r]}} & words[WORD*i+:WORD];
      end
    end
    assign compressed[WORD*r+:WORD] = own;
  end
endmodule
