import { Agent, request } from 'node:http';
import { capture } from '../captured-request.js';
import { tokens } from '../booted-gateway.js';

const target = '/v1/datamarts/1/user_activities';
const body = JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: 'web:1:abc', filling: 'x'.repeat(500) });

/** Clients that collect one activity after another: by token and by signature, on kept and on new connections. */
export class LiveClients {
  /** Number of answers by status, or by the code of an error. */
  readonly answers: Record<string, number> = {};
  private readonly kept = new Agent({ keepAlive: true, maxSockets: 4 });
  private readonly loops: Promise<void>[];
  private isRunning = true;
  private signed = 0;

  constructor(private readonly url: string) {
    const byToken = () => ({ authorization: tokens.EDITOR, 'content-type': 'application/json' });
    const bySignature = () =>
      // Another time each, so that each is another activity.
      Object.fromEntries(capture('POST', target, body, { ts: Date.now() - (this.signed++ % 60_000) }).headers);
    this.loops = [byToken, bySignature].flatMap((headers) => [
      this.loop(headers, this.kept),
      this.loop(headers, this.kept),
      this.loop(headers, false),
    ]);
  }

  async stop(): Promise<Record<string, number>> {
    this.isRunning = false;
    await Promise.all(this.loops);
    this.kept.destroy();
    return this.answers;
  }

  private async loop(headers: () => Record<string, string>, agent: Agent | false): Promise<void> {
    while (this.isRunning) {
      const answer = await this.send(headers(), agent);
      this.answers[answer] = (this.answers[answer] ?? 0) + 1;
    }
  }

  private send(headers: Record<string, string>, agent: Agent | false): Promise<string> {
    return new Promise((resolve) => {
      const sent = request(new URL(target, this.url), { method: 'POST', headers, agent }, (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)));
      });
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      sent.end(body);
    });
  }
}
