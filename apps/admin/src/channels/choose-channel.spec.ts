import { expect, it } from '@jest/globals';
import { chooseChannel } from './choose-channel.js';

const made = { datamart_id: '1' };
const given = (datamart_id: string) => ({ datamart_id, given_id: '7' });

it.each<[string, { datamart_id: string; given_id?: string }[], string | undefined]>([
  ['no channel', [], undefined],
  ['one that the server has made', [made], '1'],
  ['one with a given id', [given('2')], '2'],
  ['the made one among given ones', [given('2'), made, given('3')], '1'],
])('of a path without datamart means %s', (_case, readable, expected) => {
  expect(chooseChannel(readable)?.datamart_id).toBe(expected);
});

it('asks for the datamart where several have given the id', () => {
  expect(() => chooseChannel([given('2'), given('3')])).toThrow(
    expect.objectContaining({ code: 'BAD_REQUEST_DATA', message: expect.stringMatching(/\?datamart_id=/) }),
  );
});
