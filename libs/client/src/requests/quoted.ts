/** A text for a POSIX shell. In single quotes it interprets nothing; a quote itself ends them, is escaped, and starts them again. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
