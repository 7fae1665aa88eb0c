import { expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { PublishedActivities, secretKey, signingKeys, tokens } from '../booted-gateway.js';
import { activities, anActivity, keys, send } from './collect-keys-fixture.js';

const credentialOf = () => PublishedActivities.received.map(({ value }) => value.public_credential);

it('an activity says that it came with a collect key', async () => {
  await send({ key: keys.forServers });
  expect(credentialOf()).toEqual([{ kind: 'collect_key', id: keys.forServers.id }]);
});

it('an activity of a token is trusted', async () => {
  await send({ headers: { authorization: tokens.EDITOR } });
  expect(PublishedActivities.received).toHaveLength(1);
  expect(credentialOf()).toEqual([undefined]);
});

it('a signed activity says that its key may merge accounts, if it was made before the rule', async () => {
  const body = JSON.stringify(anActivity());
  const headers = signatureHeaders({ key_id: signingKeys.EDITOR, secret_key: secretKey }, activities, body);
  expect(await send({ headers, body })).toMatchObject({ status: 200 });
  expect(credentialOf()).toEqual([
    { kind: 'message_authentication_key', id: signingKeys.EDITOR, may_merge_accounts: true },
  ]);
});
