import { describe, expect, it } from '@jest/globals';
import { readCompartment } from './read-compartment.js';

const read = (bodyText: string) => readCompartment(JSON.parse(bodyText), bodyText);

describe('readCompartment', () => {
  it.each([
    ['"shop"', 'shop'],
    ['"a/b=c,d"', 'a/b=c,d'],
    ['"007"', '007'],
    ['1606', '1606'],
    ['0', '0'],
    ['12345678901234567890', '12345678901234567890'],
    [`"${'x'.repeat(128)}"`, 'x'.repeat(128)],
    ['9'.repeat(128), '9'.repeat(128)],
  ])('reads the id %s', (sent, compartment_id) => {
    expect(read(`{"compartment_id":${sent},"name":"A"}`)).toEqual({ compartment_id, name: 'A', archived: false });
  });

  it.each([
    '1.5',
    '7.0',
    '1e3',
    '-5',
    '-0',
    'true',
    'null',
    '[1]',
    '{}',
    '""',
    '1e999',
    '9'.repeat(129),
    `"${'x'.repeat(129)}"`,
  ])('refuses the id %s', (sent) => {
    const refusal = expect.objectContaining({
      code: 'BAD_REQUEST_DATA',
      message: expect.stringMatching(/^compartment_id: /),
    });
    expect(() => read(`{"compartment_id":${sent},"name":"A"}`)).toThrow(refusal);
  });

  it.each(['null', '[]', '1', '"x"'])('refuses the body %s', (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_DATA' }));
  });
});
