import { describe, expect, it } from '@jest/globals';
import { gatewayPort } from './gateway-port.js';

describe('gatewayPort', () => {
  it.each([
    ['https://data.example.com/', '443'],
    ['http://data.example.com/', '80'],
    ['https://data.example.com:8443/', '8443'],
  ])('of %s is %s', (address, port) => expect(gatewayPort(new URL(address))).toBe(port));
});
