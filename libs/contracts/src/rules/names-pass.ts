/**
 * Whether a thing passes a filter of names: of a name with `!` it has none, and of the others it has one. No name: everything
 * passes.
 */
export function namesPass(names: readonly string[], has: (name: string) => boolean): boolean {
  const wanted = names.filter((name) => !name.startsWith('!'));
  const unwanted = names.filter((name) => name.startsWith('!'));
  return !unwanted.some((name) => has(name.slice(1))) && (wanted.length === 0 || wanted.some(has));
}
