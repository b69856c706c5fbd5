// The code of a word by frequent pattern compression, to the left, and how long it is; none for zero.
module fpc_word (
    input  logic [31:0] word,
    output logic [34:0] code,
    output logic [ 5:0] bits
);
  wire fits4 = (&word[31:3]) | ~(|word[31:3]);
  wire fits8 = (&word[31:7]) | ~(|word[31:7]);
  wire fits16 = (&word[31:15]) | ~(|word[31:15]);
  wire repeats = word[31:24] == word[7:0] && word[23:16] == word[7:0] && word[15:8] == word[7:0];
  wire low_is_zero = ~(|word[15:0]);
  wire two_bytes = ((&word[31:23]) | ~(|word[31:23])) & ((&word[15:7]) | ~(|word[15:7]));
  always_comb begin
    if (word == 32'd0) {bits, code} = {6'd0, 35'd0};
    else if (fits4) {bits, code} = {6'd7, 3'd1, word[3:0], 28'd0};
    else if (fits8) {bits, code} = {6'd11, 3'd2, word[7:0], 24'd0};
    else if (repeats) {bits, code} = {6'd11, 3'd6, word[7:0], 24'd0};
    else if (fits16) {bits, code} = {6'd19, 3'd3, word[15:0], 16'd0};
    else if (low_is_zero) {bits, code} = {6'd19, 3'd4, word[31:16], 16'd0};
    else if (two_bytes) {bits, code} = {6'd19, 3'd5, word[23:16], word[7:0], 16'd0};
    else {bits, code} = {6'd35, 3'd7, word};
  end
endmodule
