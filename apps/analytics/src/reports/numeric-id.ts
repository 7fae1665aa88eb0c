/** What a channel or segment id looks like that is shown as a number: 15 digits are exact in every JSON reader. */
export const numericId = '0|[1-9][0-9]{0,14}';

const pattern = new RegExp(`^(?:${numericId})$`);

/** An id as a report shows it. */
export const shownId = (id: string): string | number => (pattern.test(id) ? Number(id) : id);
