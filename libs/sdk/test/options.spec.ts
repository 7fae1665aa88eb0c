import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTributary, type TributaryOptions } from '../src/tributary.js';

const secret = 'tck-0123456789-secret';
const valid = { url: 'http://127.0.0.1:9', datamart: 1, debug: false };
const create = (options: unknown) => createTributary(options as TributaryOptions);

describe('options', () => {
  it.each<[name: string, values: unknown[]]>([
    ['url', [undefined, null, '', 'data.example.com', 'not a url', 5, {}, `http://user:${secret}@127.0.0.1`]],
    ['datamart', [undefined, null, '', ' ', NaN, 1.5, {}, true]],
    ['auth', ['t', [], {}, { token: undefined }, { token: '' }, { token: `${secret}\n` }, { token: `${secret}é` }]],
    [
      'auth',
      [
        { keyId: 'k', secret: '' },
        { keyId: '', secret },
        { keyId: 'k', secret, headerPrefix: 'a b' },
      ],
    ],
    ['defaults', ['x', 5, []]],
    ['identifiers', ['x', {}, [null], ['x']]],
    // Also null: an unknown consent must not count as given.
    ['consent', [null, '', 'yes', true]],
    ['identifyBrowser', ['no', 0]],
    ['storage', ['disk', 5, {}, { add() {} }]],
    ['queue', [5, 'wait', []]],
    ['pages', [true, {}, () => {}]],
    ['lingerMs', [NaN, -1, '5', Infinity, 2 ** 31]],
    ['requestTimeoutMs', [NaN, -1, '5', Infinity, 2 ** 31]],
    ['maxRetryDelayMs', [NaN, -1, 0, '5', Infinity, 2 ** 31]],
    ['fetch', [{}, 'fetch']],
    ['debug', ['yes', 1]],
  ])('that are wrong are named: %s', (name, values) => {
    for (const value of values) {
      const make = () => create({ ...valid, [name]: value });
      expect(make).toThrow(TypeError);
      expect(make).toThrow(new RegExp(`^createTributary: ${name} must be `));
      expect(make).not.toThrow(secret);
    }
  });

  it.each([
    ['queue.maxCount', { maxCount: 0 }],
    ['queue.maxBytes', { maxBytes: NaN }],
    ['queue.whenFull', { whenFull: 'block' }],
  ])('within an option are named, too: %s', (name, queue) =>
    expect(() => create({ ...valid, queue })).toThrow(`createTributary: ${name} must be `),
  );

  it.each([undefined, null, 5, 'http://127.0.0.1:9'])('are needed: %p are none', (options) =>
    expect(() => create(options)).toThrow('createTributary: url must be '),
  );

  it('that are null or undefined are absent', async () => {
    const names = [
      'auth',
      'defaults',
      'identifiers',
      'storage',
      'queue',
      'pages',
      'lingerMs',
      'fetch',
      'maxRetryDelayMs',
    ];
    for (const none of [null, undefined])
      await create({ ...Object.fromEntries(names.map((name) => [name, none])), ...valid }).close({ timeoutMs: 0 });
    await create({ ...valid, queue: { maxCount: null, whenFull: undefined } }).close({ timeoutMs: 0 });
  });

  it('of any value make a client, or an error that names one of them and shows none', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('url', 'datamart', 'auth', 'defaults', 'queue', 'storage', 'consent', 'lingerMs', 'debug'),
        fc.oneof(
          fc.anything(),
          fc.string().map((text) => secret + text),
          fc.record({ token: fc.string() }),
        ),
        async (name, value) => {
          let error: Error | undefined;
          try {
            await create({ ...valid, debug: false, [name]: value }).close({ timeoutMs: 0 });
          } catch (thrown) {
            error = thrown as Error;
          }
          if (error === undefined) return;
          expect(String(error)).toMatch(new RegExp(`^TypeError: createTributary: ${name}\\b`));
          expect(String(error)).not.toContain(secret);
        },
      ),
    ));
});
