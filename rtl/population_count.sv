// How many bits are ones: of pairs, of pairs of pairs, and so on.
module population_count #(
    parameter int WIDTH = 32
) (
    input logic [WIDTH-1:0] bits,
    output logic [$clog2(WIDTH+1)-1:0] count
);
  localparam int LEVELS = $clog2(WIDTH);

  for (genvar depth = 0; depth <= LEVELS; depth++) begin : level
    for (genvar i = 0; i < 1 << (LEVELS - depth); i++) begin : node
      wire [depth:0] sum;
      if (depth > 0)
        assign sum = {1'b0, level[depth-1].node[2*i].sum} + {1'b0, level[depth-1].node[2*i+1].sum};
      else if (i < WIDTH) assign sum = bits[i];
      else assign sum = 1'b0;
    end
  end
  assign count = level[LEVELS].node[0].sum[$clog2(WIDTH+1)-1:0];
endmodule
