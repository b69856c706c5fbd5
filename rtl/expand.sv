// Words to the places where a mask has ones, in order; zero elsewhere.
module expand #(
    parameter int COUNT = 32,
    parameter int WORD  = 32
) (
    input  logic [      COUNT*WORD-1:0] words,
    input  logic [           COUNT-1:0] mask,
    input  logic [COUNT*(COUNT+1)-1:0] rank,
    output logic [      COUNT*WORD-1:0] expanded
);
  for (genvar i = 0; i < COUNT; i++) begin : place
    logic [WORD-1:0] own;
    always_comb begin
      own = '0;
      for (int r = 0; r <= i; r++) begin
        own = own | {WORD{mask[i] & rank[(COUNT+1)*i+r]}} & words[WORD*r+:WORD];
      end
    end
    assign expanded[WORD*i+:WORD] = own;
  end
endmodule
