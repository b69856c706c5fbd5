// One code of frequent pattern compression, from the first bit of a window on: how long it is, how many words it
// stands for, and the word, which is zero for a run of zeros.
module fpc_code (
    input  logic [34:0] window,
    output logic [ 5:0] bits,
    output logic [ 3:0] words,
    output logic [31:0] word
);
  wire [2:0] prefix = window[34:32];
  wire [31:0] rest = window[31:0];
  always_comb begin
    words = 4'd1;
    case (prefix)
      3'd0: begin
        bits  = 6'd6;
        words = {1'b0, rest[31:29]} + 4'd1;
        word  = 32'd0;
      end
      3'd1: begin
        bits = 6'd7;
        word = {{28{rest[31]}}, rest[31:28]};
      end
      3'd2: begin
        bits = 6'd11;
        word = {{24{rest[31]}}, rest[31:24]};
      end
      3'd3: begin
        bits = 6'd19;
        word = {{16{rest[31]}}, rest[31:16]};
      end
      3'd4: begin
        bits = 6'd19;
        word = {rest[31:16], 16'd0};
      end
      3'd5: begin
        bits = 6'd19;
        word = {{8{rest[31]}}, rest[31:24], {8{rest[23]}}, rest[23:16]};
      end
      3'd6: begin
        bits = 6'd11;
        word = {4{rest[31:24]}};
      end
      default: begin
        bits = 6'd35;
        word = rest;
      end
    endcase
  end
endmodule
