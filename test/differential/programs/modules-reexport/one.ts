export const x = 1;
export const hidden = 2;
