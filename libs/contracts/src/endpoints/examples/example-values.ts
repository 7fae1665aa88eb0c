/** The time of the examples, epoch milliseconds. */
export const ts = 1_795_261_991_709;
/** Five minutes later. */
export const later = 1_795_262_304_118;

/** Ids of the examples. */
export const person = '01a1fdf4-0b1d-7e6f-a4fe-95802fa49c9c';
export const activity = '01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12';
