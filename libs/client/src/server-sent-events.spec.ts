import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readServerSentEvents } from './server-sent-events.js';

const streamOf = (chunks: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function read(text: string, size = text.length) {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < bytes.length; start += size) chunks.push(bytes.slice(start, start + size));
  const events = [];
  for await (const event of readServerSentEvents(streamOf(chunks))) events.push(event);
  return events;
}

describe('readServerSentEvents', () => {
  it.each([
    ['an event', 'event: activity\nid: 7\ndata: {"a":1}\n\n', [{ event: 'activity', id: '7', data: '{"a":1}' }]],
    ['data of several lines', 'data: a\ndata: b\n\n', [{ event: 'message', data: 'a\nb' }]],
    [
      'line ends of both kinds',
      'data: a\r\n\r\ndata: b\n\n',
      [
        { event: 'message', data: 'a' },
        { event: 'message', data: 'b' },
      ],
    ],
    ['no comment', ': ping\n\n', []],
    ['no event that is cut off', 'data: a', []],
    ['a value without a space', 'data:{"é":1}\n\n', [{ event: 'message', data: '{"é":1}' }]],
    ['a line separator of Unicode', 'data: a\u2028b\n\n', [{ event: 'message', data: 'a\u2028b' }]],
  ])('reads %s', async (_case, text, expected) => expect(await read(text)).toEqual(expected));

  it('reads the same events, wherever the network cuts the stream', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 9 }),
        async (values, size) => {
          const data = values.map((value) => JSON.stringify(value));
          const text = data.map((value) => `event: e\ndata: ${value}\n\n`).join('');
          expect((await read(text, size)).map((event) => event.data)).toEqual(data);
        },
      ),
    ));
});
