import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMembers } from './add-members.js';

const join = (chunks: Buffer[], members: object) => text(Readable.from(addMembers(Readable.from(chunks), members)));

it('adds members to the innermost object, wherever the text is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }),
      fc.array(fc.nat(200), { maxLength: 8 }),
      async (rows, cuts) => {
        const given = { status: 'ok', data: { rows, explain: { a: 1 } } };
        const bytes = Buffer.from(JSON.stringify(given));
        const ends = [...cuts, bytes.length].map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b);
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        const joined: unknown = JSON.parse(await join(chunks, { b: 2, c: { d: null } }));
        const { status, data } = JSON.parse(bytes.toString()) as typeof given;
        expect(joined).toEqual({ status, data: { ...data, explain: { a: 1, b: 2, c: { d: null } } } });
      },
    ),
  );
});

it('refuses a text that ends otherwise', async () => {
  await expect(join([Buffer.from('{"data":{"report_view":{}}} ')], {})).rejects.toThrow('does not end');
});
