// Fields of one width, one behind the other, to the right of words of their own.
// The width is one of 1 to WORD, one-hot; with none, all fields are zero.
module unpack #(
    parameter int COUNT = 32,
    parameter int WORD  = 32,
    parameter int BITS  = 704
) (
    input  logic [      BITS-1:0] packed_fields,
    input  logic [        WORD:1] width,
    output logic [COUNT*WORD-1:0] fields
);
  wire [WORD+BITS-1:0] padded = {{WORD{1'b0}}, packed_fields};

  for (genvar j = 0; j < COUNT; j++) begin : field
    logic [WORD-1:0] own;
    always_comb begin
      own = '0;
      for (int k = 1; k <= WORD; k++) begin
        if ((j + 1) * k <= BITS)
          own = own | {WORD{width[k]}} & padded[BITS-(j+1)*k+:WORD] & {WORD{1'b1}} >> (WORD - k);
      end
    end
    assign fields[WORD*j+:WORD] = own;
  end
endmodule
