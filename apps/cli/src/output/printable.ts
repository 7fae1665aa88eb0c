import { controls } from '@tributary/contracts/rules/name-problem';

/**
 * Characters that a terminal obeys (escape sequences, C1 controls), and that change the direction of text. Activities come
 * from anyone, and a message of the server quotes them.
 */
const obeyed = new RegExp(controls, 'g');

/** A text on one line that a terminal only shows. */
export const printable = (text: string): string => text.replace(obeyed, escaped);

/** JSON that a terminal only shows. It means the same. */
export const printableJson = (value: unknown, indent?: number): string =>
  printableLines(JSON.stringify(value, null, indent));

/** JSON text, or a piece of it, that a terminal only shows. Its line breaks are between values: within texts, JSON escapes them. */
export const printableLines = (json: string): string =>
  json.replace(obeyed, (character) => (character === '\n' ? '\n' : escaped(character)));

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
