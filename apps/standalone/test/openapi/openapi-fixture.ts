import { afterAll, beforeAll, expect } from '@jest/globals';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';
import { OpenApiClient } from './openapi-client.js';

export const timeoutMs = 900_000;
export let product: BootedStandalone;
export let client: OpenApiClient;

beforeAll(async () => {
  product = await bootStandalone();
  client = await OpenApiClient.of(product);
}, timeoutMs);
afterAll(() => product.stop());

export const expectNoFaults = () => expect(client.faults.splice(0)).toEqual([]);

/** Operations whose examples were sent and succeeded. */
export const sent = new Set<string>();

/** Sends the examples of the operations in this order. `created` is the parameter name of the created resource's id. */
export async function send(...operations: (string | [operationId: string, created: string])[]): Promise<void> {
  for (const one of operations) {
    const [operationId, created] = [one].flat();
    await client.succeedAll(operationId as string, created);
    sent.add(operationId as string);
  }
}

/** Sends the example of an operation with other fields. */
export async function sendWith(operationId: string, difference: object): Promise<void> {
  await client.succeed(client.with(operationId, difference));
  sent.add(operationId);
}
