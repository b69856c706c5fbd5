// The opposite of unpack: fields of one width, one behind the other, from the right of words of their own.
// Bits of words beyond the width do not count.
module pack #(
    parameter int COUNT = 32,
    parameter int WORD  = 32,
    parameter int BITS  = 704
) (
    input  logic [COUNT*WORD-1:0] fields,
    input  logic [        WORD:1] width,
    output logic [      BITS-1:0] packed_fields
);
  // Zeros of the first field may reach beyond.
  logic [WORD+BITS-1:0] all;
  always_comb begin
    all = '0;
    for (int k = 1; k <= WORD; k++) begin
      for (int j = 0; j < COUNT && (j + 1) * k <= BITS; j++) begin
        all[BITS-(j+1)*k+:WORD] = all[BITS-(j+1)*k+:WORD]
            | {WORD{width[k]}} & fields[WORD*j+:WORD] & {WORD{1'b1}} >> (WORD - k);
      end
    end
  end
  assign packed_fields = all[BITS-1:0];
endmodule
