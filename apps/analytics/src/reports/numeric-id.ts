/** Channel and segment ids that reports show as numbers. Up to 15 digits, every JSON parser is exact. */
export const numericId = '0|[1-9][0-9]{0,14}';

const pattern = new RegExp(`^(?:${numericId})$`);

/** An id as shown in a report. */
export const shownId = (id: string): string | number => (pattern.test(id) ? Number(id) : id);
