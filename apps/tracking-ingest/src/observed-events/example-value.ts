/** The longest text that may be an example, in UTF-16 units. */
const maxLength = 100;
const longestDigits = 12;
/** A shorter identifier may be part of a text by chance. */
const shortestIdentifier = 4;

const propertyTypes = ['string', 'number', 'boolean', 'null', 'object', 'array'] as const;
export type PropertyType = (typeof propertyTypes)[number];

export function propertyType(value: unknown): PropertyType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return propertyTypes.find((type) => type === typeof value) ?? 'null';
}

/**
 * The JSON text of a value that may be shown once enough people had it; undefined for one that could name a person: an
 * identifier, a text like an e-mail address, or with as many digits as a card has.
 *
 * @param identifiers of the activity
 */
export function exampleText(value: unknown, identifiers: readonly { value: string }[]): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  if (String(value).length > maxLength) return undefined;
  const text = decoded(String(value));
  if (text.includes('@')) return undefined;
  if (text.replace(/\D/g, '').length > longestDigits) return undefined;
  const lower = text.toLowerCase();
  const isNamed = identifiers.some(({ value: identifier }) => {
    const name = identifier.toLowerCase();
    return name === lower || (name.length >= shortestIdentifier && lower.includes(name));
  });
  return isNamed ? undefined : JSON.stringify(value);
}

/** The ASCII characters of a text that is encoded for a URL: its address or identifier is one all the same. */
const decoded = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
