/**
 * Adds members to the object that ends last in a JSON text of several objects within each other, without parsing the text: an
 * answer of any size passes.
 *
 * @param depth how many objects end with the text
 */
export async function* addMembers(body: AsyncIterable<Buffer>, members: object, depth: number): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const chunk of body) {
    const all = Buffer.concat([held, chunk]);
    held = all.subarray(Math.max(all.length - depth, 0));
    yield all.subarray(0, all.length - held.length);
  }
  const ends = '}'.repeat(depth);
  if (held.toString() !== ends) throw new Error(`the text does not end with ${ends}`);
  yield Buffer.from(`,${JSON.stringify(members).slice(1, -1)}${ends}`);
}
