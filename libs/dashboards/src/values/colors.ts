/**
 * The colours of series and slices, cycled. Each has a contrast of 3 : 1 with the white and with the dark page, and any two
 * stay apart for people who see no red or no green.
 */
export const defaultColors = ['#1878b4', '#c0480c', '#1e7e5a', '#9060fc', '#ea1e78', '#129cb4', '#ae9024'] as const;
