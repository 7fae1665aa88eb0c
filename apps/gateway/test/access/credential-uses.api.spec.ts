import { beforeEach, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { CredentialUse, CredentialsUsed } from '@tributary/contracts/admin/access';
import { credentialsUsed } from '@tributary/contracts/topics/topics';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { bootGateway, expiredToken, secretKey, signingKeys, tokens } from '../booted-gateway.js';

/** Replaces admin. */
@Controller()
class Recorded {
  static readonly uses: CredentialUse[] = [];

  @Consume(credentialsUsed, { group: 'test.credentials-used' })
  handle(@Payload() batch: Received<CredentialsUsed>[]): Rejection[] {
    Recorded.uses.push(...batch.flatMap(({ value }) => value.uses));
    return [];
  }
}
beforeEach(() => void (Recorded.uses.length = 0));

const activities = '/v1/datamarts/1/user_activities';
const body = '{"$type":"SITE_VISIT","$user_agent_id":"web:1:abc"}';

it('a gateway that stops publishes which tokens and keys were used, and none that was refused', async () => {
  const gateway = await bootGateway({ controllers: [Recorded] });
  const send = async (headers: Record<string, string>) =>
    (
      await fetch(gateway.url + activities, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    ).status;
  const signed = (key_id: string, secret_key: string) =>
    send(signatureHeaders({ key_id, secret_key }, activities, body, Date.now()));
  const start = Date.now();
  expect(await send({ authorization: tokens.EDITOR })).toBe(200);
  expect(await send({ authorization: expiredToken })).toBe(401);
  expect(await signed(signingKeys.EDITOR, secretKey)).toBe(200);
  expect(await signed(signingKeys.ORGANISATION_ADMIN, 'another-secret')).toBe(401);
  await gateway.stop();
  expect(Recorded.uses).toEqual([
    { kind: 'api_token', id: tokens.EDITOR, hour_ts: expect.any(Number) },
    { kind: 'message_authentication_key', id: signingKeys.EDITOR, hour_ts: expect.any(Number) },
  ]);
  for (const { hour_ts } of Recorded.uses) {
    expect(hour_ts % 3_600_000).toBe(0);
    expect(hour_ts).toBeGreaterThan(start - 3_600_000);
    expect(hour_ts).toBeLessThanOrEqual(Date.now());
  }
});
