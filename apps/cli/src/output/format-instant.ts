/** `2026-11-23 14:02:07`, in UTC as the reports are. */
export const formatInstant = (ms: number | null | undefined): string =>
  ms === null || ms === undefined || Math.abs(ms) > 8.64e15
    ? ''
    : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
