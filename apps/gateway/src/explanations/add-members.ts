/** How the text of a report ends: the envelope, its data, and the object that gets the members. */
const ends = '}}}';

/** Adds members to the object that ends last in a JSON text, without parsing the text: an answer of any size passes. */
export async function* addMembers(body: AsyncIterable<Buffer>, members: object): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const chunk of body) {
    const all = Buffer.concat([held, chunk]);
    held = all.subarray(Math.max(all.length - ends.length, 0));
    yield all.subarray(0, all.length - held.length);
  }
  if (held.toString() !== ends) throw new Error(`the text does not end with ${ends}`);
  yield Buffer.from(`,${JSON.stringify(members).slice(1, -1)}${ends}`);
}
