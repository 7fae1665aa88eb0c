/** When an answer was made, by the clock of the server: that of a browser may be wrong. Epoch ms, to the second. */
export function serverTime({ headers }: Response): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}
