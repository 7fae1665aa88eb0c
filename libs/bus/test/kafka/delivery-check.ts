/** Throws when an acknowledged message was not handled, and names the first few. */
export function expectNoneLost(acknowledged: Iterable<string>, handled: Iterable<string>): void {
  const seen = new Set(handled);
  const lost = [...acknowledged].filter((id) => !seen.has(id));
  if (lost.length > 0)
    throw new Error(`${lost.length} acknowledged messages were not handled, such as ${lost.slice(0, 5).join(', ')}`);
}
