import { expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity, postUntilAccepted } from '@tributary/testing/load/load';
import { readReport } from '@tributary/testing/load/load-check';
import type { Platform } from '@tributary/testing/processes/platform';
import { randomUUID } from 'node:crypto';

const dayMs = 86_400_000;
/** A separate day, so that these activities are not counted with the load. */
const ts = Math.floor(Date.now() / dayMs) * dayMs - 7 * dayMs;
const day = new Date(ts).toISOString().slice(0, 10);

/** The behaviour that a client gets from every shape of the platform. */
export function journey(platform: () => Platform): void {
  it('sees an acknowledged activity in the report, and only once if it is sent several times', async () => {
    const key = randomUUID();
    for (const agent of ['one', 'one', 'one']) {
      const { body } = await postUntilAccepted(platform(), anActivity(key, agent, ts));
      expect(JSON.parse(body)).toMatchObject({ status: 'ok', data: { id: key } });
    }
    await eventually(async () => expect(await readReport(platform(), day)).toEqual({ users: 1, sessions: 1 }));
  });

  it.each([
    ['without a token', '', 401, 'AUTHENTICATION_ERROR'],
    ['with an unknown token', 'an-unknown-token', 401, 'TOKEN_ERROR'],
  ])('is refused %s', async (_case, token, status, code) => {
    const response = await postActivity({ url: platform().url, token }, anActivity(randomUUID(), 'two', ts));
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ status: 'error', error_code: code });
  });

  it('gets the name of an invalid field', async () => {
    const response = await postActivity(platform(), { ...anActivity(randomUUID(), 'two', ts), $type: '' });
    expect(response.status).toBe(400);
    const body = JSON.parse(response.body) as { error: string };
    expect(body).toMatchObject({ status: 'error', error_code: 'BAD_REQUEST_DATA' });
    expect(body.error).toContain('$type');
  });
}
