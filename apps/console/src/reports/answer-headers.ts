/** When an answer was made, by the clock of the server: that of a browser may be wrong. Epoch ms, to the second. */
export function serverTime({ headers }: Pick<Response, 'headers'>): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/** Until when everything received is counted, epoch ms. Undefined before anything was. */
export function watermarkOf({ headers }: Pick<Response, 'headers'>): number | undefined {
  const watermark = Number(headers.get('x-data-watermark') ?? 0);
  return Number.isFinite(watermark) && watermark > 0 ? watermark : undefined;
}
