import { describe, expect, it } from '@jest/globals';
import { parseProperties } from './parse-properties.js';

const property = { technical_name: 'event_name', property_type: 'STRING', value: { value: 'seen' } };

describe('parseProperties', () => {
  it.each([
    ['', []],
    [' \n', []],
    ['[]', []],
    [JSON.stringify([property]), [property]],
    [JSON.stringify([{ ...property, value: null, secret: true }]), [{ ...property, value: null, secret: true }]],
  ])('reads %j', (text, properties) => expect(parseProperties(text)).toEqual({ properties }));

  it.each([
    ['{', 'not JSON'],
    ['{}', 'must be an array'],
    ['[1]', '[0] needs'],
    [JSON.stringify([property, { ...property, value: undefined }]), '[1] needs'],
    [JSON.stringify([{ ...property, technical_name: 7 }]), '[0] needs'],
  ])('refuses %j', (text, problem) =>
    expect(parseProperties(text)).toEqual({ problem: expect.stringContaining(problem) }),
  );
});
