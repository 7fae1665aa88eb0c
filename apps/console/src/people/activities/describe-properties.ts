/** The most of an event that a line shows. */
const shownProperties = 4;
const longestValue = 40;

/** The properties of an event on one line: `path: /mug, price: 12.5`. */
export function describeProperties(properties: Readonly<Record<string, unknown>> | null | undefined): string {
  const all = Object.entries(properties ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const shown = all.slice(0, shownProperties).map(([name, value]) => `${name}: ${short(value)}`);
  const rest = all.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** A number prints as it was sent. */
function short(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
