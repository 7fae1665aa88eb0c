import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readTag } from './read-tag.js';

const src = 'https://data.example/below/sdk.js?v=1';
const dataset = { collectKey: 'tck_abc', datamart: '7' };
const read = (more: Record<string, string | undefined> = {}, gpc = false) =>
  readTag({ dataset: { ...dataset, ...more }, src }, gpc);

const page = { document: { baseURI: 'https://shop.example/a/b', referrer: '' }, location: { search: '' } };
beforeEach(() => void Object.assign(globalThis, page));
afterEach(() => {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
});

describe('a script tag', () => {
  it.each([
    [{}, { url: 'https://data.example/below/', datamart: '7', auth: { collectKey: 'tck_abc' }, consent: 'granted' }],
    [{ channel: 'shop' }, { defaults: { $site_id: 'shop' } }],
    [{ consent: 'required' }, { consent: 'required' }],
    [{ url: 'https://api.example:8443/x/' }, { url: 'https://api.example:8443/x/' }],
    [{ url: '/data' }, { url: 'https://shop.example/data' }],
  ])('of %j has options', (more, expected) => {
    expect(read(more)).toMatchObject(expected);
  });

  it.each([
    [undefined, true, 'granted'],
    ['', true, 'denied'],
    ['true', true, 'denied'],
    ['false', true, 'granted'],
    ['', false, 'granted'],
  ])('with data-respect-gpc %j and the control %s is %s', (respectGpc, gpc, consent) =>
    expect(read({ respectGpc }, gpc)).toMatchObject({ consent }),
  );

  it('that respects the control does so where consent is required, too', () => {
    expect(read({ respectGpc: '', consent: 'required' }, true)).toMatchObject({ consent: 'denied' });
    expect(read({ respectGpc: '', consent: 'required' }, false)).toMatchObject({ consent: 'required' });
  });
});

describe('a wrong attribute', () => {
  it.each([
    ['data-collect-key', { collectKey: undefined }],
    ['data-collect-key', { collectKey: 'an API token' }],
    ['data-collect-key', { collectKey: 'tck_ä' }],
    ['data-datamart', { datamart: undefined }],
    ['data-datamart', { datamart: 'shop' }],
    ['data-channel', { channel: '' }],
    ['data-channel', { channel: 'x'.repeat(129) }],
    ['data-consent', { consent: 'yes' }],
    ['data-consent', { consent: '' }],
    ['data-respect-gpc', { respectGpc: 'no' }],
    ['data-url', { url: 'javascript:alert(1)' }],
    ['data-url', { url: 'https://ana@api.example' }],
    ['data-url', { url: 'https://' }],
  ])('%s is named: %j', (attribute, more) => expect(read(more)).toEqual([attribute]));

  it('of a script without an address is the one that names it', () =>
    expect(readTag({ dataset, src: '' }, false)).toEqual(['data-url']));

  it('is named beside others', () =>
    expect(readTag({ dataset: {}, src }, false)).toEqual(['data-collect-key', 'data-datamart']));
});
