import { expect, it } from '@jest/globals';
import { originOf } from './origin-of.js';

it.each([
  ['https://shop.example.com/basket?x=1', 'https://shop.example.com'],
  [' shop.example.com/basket ', 'https://shop.example.com'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['HTTPS://Shop.Example.com:443', 'https://shop.example.com'],
  ['*', '*'],
  ['', ''],
  // The server refuses it, with the reason.
  ['no address', 'no address'],
])('the origin of %s is %s', (text, origin) => expect(originOf(text)).toBe(origin));
