import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';
import { ConnectedAgent } from './connected-agent.js';

let product: BootedStandalone;
beforeAll(async () => {
  product = await bootStandalone();
});
afterAll(() => product.stop());

describe('/mcp', () => {
  it('serves', async () => {
    const agent = await ConnectedAgent.open(product.url, '/mcp?datamart_id=1', product.token);
    console.log(await agent.tools());
    console.log(await agent.answer('describe_datamart'));
    await agent.close();
  });
});
