/** One escape, with the code unit of `\uXXXX`. They are read one after the other: an escaped backslash starts none. */
const escape = /\\(?:u([0-9a-fA-F]{4})|.)/g;
const escapeLength = 6;

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/**
 * Whether a JSON text escapes U+0000 or half a surrogate pair anywhere, also in a member that another one replaces.
 *
 * @param json valid JSON, of UTF-8: half a pair that is not escaped cannot occur
 */
export function hasUnstorableEscape(json: string): boolean {
  /** Where the escape must be that completes a pair. */
  let lowAt = -1;
  for (const { 1: hex, index } of json.matchAll(escape)) {
    const unit = hex === undefined ? 1 : parseInt(hex, 16);
    if (unit === 0 || isLow(unit) !== (lowAt === index) || (lowAt !== -1 && lowAt !== index)) return true;
    lowAt = isHigh(unit) ? index + escapeLength : -1;
  }
  return lowAt !== -1;
}
