/** Whether the text begins an object or an array that does not end in it. */
export function isUnfinishedJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (!isString) depth += depthOf(character);
  }
  return depth > 0;
}

const depthOf = (character: string | undefined) =>
  character === '{' || character === '[' ? 1 : character === '}' || character === ']' ? -1 : 0;
