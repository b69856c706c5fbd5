// For each bit of a mask how many ones stand to its right, and how many there are; one-hot.
// The rank of bit i is rank[(WIDTH+1)*i+:WIDTH+1].
module ranks #(
    parameter int WIDTH = 32
) (
    input logic [WIDTH-1:0] mask,
    output logic [WIDTH*(WIDTH+1)-1:0] rank,
    output logic [WIDTH:0] count
);
  for (genvar i = 0; i <= WIDTH; i++) begin : place
    wire [WIDTH:0] decoded;
    if (i == 0) begin : rightmost
      assign decoded = 1;
    end else begin : further
      wire [$clog2(i+1)-1:0] ones;
      population_count #(.WIDTH(i)) of_right (.bits(mask[i-1:0]), .count(ones));
      for (genvar r = 0; r <= WIDTH; r++) begin : of_rank
        if (r <= i) assign decoded[r] = ones == r;
        else assign decoded[r] = 1'b0;
      end
    end
    if (i < WIDTH) assign rank[(WIDTH+1)*i+:WIDTH+1] = decoded;
    else assign count = decoded;
  end
endmodule
