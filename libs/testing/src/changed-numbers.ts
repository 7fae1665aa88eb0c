import fc from 'fast-check';

/** JSON numbers that `JSON.stringify(JSON.parse(text))` would change. */
export const changedNumbers = fc.oneof(
  fc.constantFrom('9007199254740993', '12345678901234567.89', '1e400', '-1e400', '-0', '1.10', '1E5', '0.0', '1e-400'),
  fc
    .bigInt({ min: 2n ** 53n, max: 10n ** 40n })
    .map(String)
    .filter(isChanged),
);

/** Whether a text of JSON without spaces loses something: the control of a test that keeps it. */
export function isChanged(text: string): boolean {
  return JSON.stringify(JSON.parse(text)) !== text;
}
