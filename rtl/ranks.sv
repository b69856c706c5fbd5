// For each bit of a mask how many ones stand to its right, and how many there are; one-hot.
// The rank of bit i is rank[(WIDTH+1)*i+:WIDTH+1].
module ranks #(
    parameter int WIDTH = 32
) (
    input logic [WIDTH-1:0] mask,
    output logic [WIDTH*(WIDTH+1)-1:0] rank,
    output logic [WIDTH:0] count
);
  localparam int BITS = $clog2(WIDTH + 1);

  for (genvar i = 0; i <= WIDTH; i++) begin : place
    logic [BITS-1:0] below_it;
    always_comb begin
      below_it = '0;
      for (int b = 0; b < i; b++) below_it = below_it + BITS'(mask[b]);
    end
    logic [WIDTH:0] decoded;
    always_comb begin
      decoded = '0;
      for (int r = 0; r <= i; r++) decoded[r] = below_it == BITS'(r);
    end
    if (i < WIDTH) assign rank[(WIDTH+1)*i+:WIDTH+1] = decoded;
    else assign count = decoded;
  end
endmodule
