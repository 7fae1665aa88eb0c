/** Undefined if the text is no JSON: a line or a record may be damaged, cut off by a crash or a full disk. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
