import { describe, expect, it } from '@jest/globals';
import { emailHash } from './identifier.js';
import { identifierOf, isJunkSelector, parseNamedSegment, parseSelector } from './user-point-selector.js';

const id = '0191f7a0-0000-7000-8000-00000000000a';
const hash = 'ab'.repeat(32);
const agent = (user_agent_id: string) => ({ by: 'user_agent_id', user_agent_id });
const account = (compartment_id: string, user_account_id: string) => ({
  by: 'user_account',
  compartment_id,
  user_account_id,
});
const refusedWith = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe('parseSelector', () => {
  it.each([
    [id, { by: 'user_point_id', user_point_id: id }],
    [id.toUpperCase(), { by: 'user_point_id', user_point_id: id }],
    [`user_point_id=${id}`, { by: 'user_point_id', user_point_id: id }],
    ['user_agent_id=mob:ios:raw:abc', agent('mob:ios:raw:abc')],
    ['user_agent_id=mob%3Aios%3Araw%3Aabc', agent('mob:ios:raw:abc')],
    ['user_agent_id=a=b,c', agent('a=b,c')],
    ['user_agent_id=a%2Fb%3Fc%23d%25e+f%20g', agent('a/b?c#d%e+f g')],
    ['user_agent_id=%E2%98%95', agent('☕')],
    ['userAgentId=abc', agent('abc')],
    ['compartment_id=7,user_account_id=u-1', account('7', 'u-1')],
    ['compartmentId=7,user_account_id=u-1', account('7', 'u-1')],
    ['compartmentId=7,userAccountId=u-1', account('7', 'u-1')],
    ['compartment_id=a%2Cb,user_account_id=x%3Dy', account('a,b', 'x=y')],
    ['compartment_id=a,b=c,user_account_id=x=y,z', account('a,b=c', 'x=y,z')],
    ['compartment_id=a%2Cuser_account_id%3Db,user_account_id=c', account('a,user_account_id=b', 'c')],
    ['compartment_id=a,user_account_id=b,user_account_id=c', account('a', 'b,user_account_id=c')],
    ['compartment_id=7%2Cuser_account_id=x%2Cy', account('7', 'x,y')],
    [encodeURIComponent('compartment_id=7,user_account_id=50% off'), account('7', '50% off')],
    [encodeURIComponent('user_agent_id=a%2Cb'), agent('a%2Cb')],
    [`email_hash=${hash.toUpperCase()}`, { by: 'email_hash', email_hash: hash }],
    ['email_hash=ABC123', { by: 'email_hash', email_hash: 'abc123' }],
    ['email_hash=Ab+/Z=', { by: 'email_hash', email_hash: 'Ab+/Z=' }],
    [`email_hash=${'x'.repeat(255)}`, { by: 'email_hash', email_hash: 'x'.repeat(255) }],
    [`emailHash=${hash}`, { by: 'email_hash', email_hash: hash }],
    [`user_agent_id=${'x'.repeat(512)}`, agent('x'.repeat(512))],
    ['user_agent_id=%20web:1:a%09', agent('web:1:a')],
    ['compartment_id=%207,user_account_id=u%20', account('7', 'u')],
    ['email_hash=Ann@Example.org', { by: 'email_hash', email_hash: emailHash('ann@example.org') }],
  ])('reads %s', (segment, expected) => expect(parseSelector(segment)).toEqual(expected));

  it.each([
    ['', 'no user point'],
    ['=', 'names no user point'],
    ['email=x@y.z', 'email=x@y.z'],
    ['constructor=x', 'names no user point'],
    ['user_point_id=', 'no user point'],
    [`user_agent_id=${'x'.repeat(513)}`, '512'],
    ['compartment_id=7', 'user_account_id'],
    ['compartment_id=7,user_agent_id=x', 'user_account_id'],
    ['user_account_id=u', 'names no user point'],
    ['compartment_id=,user_account_id=u', 'compartment_id'],
    [`compartment_id=${'x'.repeat(129)},user_account_id=u`, '128'],
    ['email_hash=a%20b', 'white space'],
    [`email_hash=${'x'.repeat(256)}`, '255'],
    ['user_agent_id=%00', 'no text'],
    ['user_agent_id=%ED%A0%80', 'no text'],
    ['user_agent_id=%', 'no text'],
  ])('refuses "%s"', (segment, message) => {
    expect(() => parseSelector(segment)).toThrow(refusedWith('BAD_REQUEST_DATA', message));
  });

  it.each(['42', 'abc', 'user_point_id=42', `${id}0`])('knows that no user point is called "%s"', (segment) => {
    expect(() => parseSelector(segment)).toThrow(refusedWith('RESOURCE_NOT_FOUND'));
  });
});

describe('a selector of junk', () => {
  it.each([
    'user_agent_id=',
    'user_agent_id=%20',
    'user_agent_id=null',
    'user_agent_id=mob:ios:raw:00000000-0000',
    'compartment_id=7,user_account_id=',
    'compartment_id=7,user_account_id=undefined',
    'email_hash=%5Bobject%20Object%5D',
    `email_hash=${'0'.repeat(64)}`,
    `email_hash=${emailHash('')}`,
  ])('is %s', (segment) => expect(isJunkSelector(parseSelector(segment))).toBe(true));

  it.each([id, 'user_agent_id=kiosk:0', 'compartment_id=null,user_account_id=u', `email_hash=${hash}`])(
    'is not %s',
    (segment) => expect(isJunkSelector(parseSelector(segment))).toBe(false),
  );
});

describe('parseNamedSegment', () => {
  it.each([
    ['processing_id=7', 'processing_id', '7'],
    ['processingId=7', 'processing_id', '7'],
    ['processing_id=a%2Cb=c', 'processing_id', 'a,b=c'],
    [encodeURIComponent('processing_id=a/b'), 'processing_id', 'a/b'],
    ['processing_id=', 'processing_id', ''],
  ])('reads %s', (segment, name, expected) => expect(parseNamedSegment(segment, name)).toBe(expected));

  it.each(['7', 'processing=7', 'change_log', ''])('finds no path at "%s"', (segment) => {
    expect(() => parseNamedSegment(segment, 'processing_id')).toThrow(refusedWith('RESOURCE_NOT_FOUND'));
  });
});

describe('a selector of an identifier', () => {
  it.each([
    ['user_agent_id=abc', { type: 'USER_AGENT', value: 'abc' }],
    [`email_hash=${hash}`, { type: 'USER_EMAIL', value: hash }],
    ['compartment_id=7,user_account_id=u', { type: 'USER_ACCOUNT', compartment_id: '7', value: 'u' }],
  ])('%s yields it', (segment, expected) => {
    const selector = parseSelector(segment);
    expect(selector.by === 'user_point_id' || identifierOf(selector)).toEqual(expected);
  });
});
