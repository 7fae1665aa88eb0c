import { afterAll, beforeAll, expect } from '@jest/globals';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';
import { OpenApiClient } from './openapi-client.js';

export const timeoutMs = 240_000;
export let product: BootedStandalone;
export let client: OpenApiClient;

beforeAll(async () => {
  product = await bootStandalone();
  client = await OpenApiClient.of(product);
}, timeoutMs);
afterAll(() => product.stop());

export const expectNoFaults = () => expect(client.faults.splice(0)).toEqual([]);
