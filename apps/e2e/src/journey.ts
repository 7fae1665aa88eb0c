import { expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity } from '@tributary/testing/load';
import { readReport } from '@tributary/testing/load-check';
import type { Platform } from '@tributary/testing/processes-platform';
import { randomUUID } from 'node:crypto';
import { suiteTimeoutMs } from './step.js';

const dayMs = 86_400_000;
/** A day of its own, so that the load's counts stay apart. */
const ts = Math.floor(Date.now() / dayMs) * dayMs - 7 * dayMs;
const day = new Date(ts).toISOString().slice(0, 10);

/** What every shape of the platform does for a client. */
export function journey(platform: () => Platform): void {
  it(
    'sees an activity in the report soon after it was acknowledged, and once however often it is sent',
    async () => {
      const key = randomUUID();
      for (const agent of ['one', 'one', 'one']) {
        const { status, body } = await postActivity(platform(), anActivity(key, agent, ts));
        expect(status).toBe(200);
        expect(JSON.parse(body)).toMatchObject({ status: 'ok', data: { id: key } });
      }
      await eventually(async () => expect(await readReport(platform(), day)).toEqual({ users: 1, sessions: 1 }));
    },
    suiteTimeoutMs,
  );

  it.each([
    ['without a token', '', 401, 'AUTHENTICATION_ERROR'],
    ['with an unknown token', 'nobody-knows-this-token', 401, 'TOKEN_ERROR'],
  ])('is refused %s', async (_case, token, status, code) => {
    const answer = await postActivity({ url: platform().url, token }, anActivity(randomUUID(), 'two', ts));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'error', error_code: code });
  });

  it('is told which field of an activity is wrong', async () => {
    const answer = await postActivity(platform(), { ...anActivity(randomUUID(), 'two', ts), $type: '' });
    expect(answer.status).toBe(400);
    const body = JSON.parse(answer.body) as { error: string };
    expect(body).toMatchObject({ status: 'error', error_code: 'BAD_REQUEST_DATA' });
    expect(body.error).toContain('$type');
  });
}
