/** dashboard-content: the default colours, cycled. */
export const defaultColors = ['#00a1df', '#fd7c12', '#00ab67', '#513fab', '#eb5c5d', '#003056', '#d9d9d9'] as const;

/** The colour of a series or slice, by its position. */
export function colorAt(index: number, colors: readonly string[] = defaultColors): string {
  const cycle = colors.length > 0 ? colors : defaultColors;
  return cycle[index % cycle.length] ?? defaultColors[0];
}
