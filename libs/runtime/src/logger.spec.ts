import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLogger('app', 'info', stream));
  return text;
}

describe('the log', () => {
  it('names the app, the time and the message', () => {
    expect(JSON.parse(logged((log) => log.info('started')))).toMatchObject({
      app: 'app',
      msg: 'started',
      time: expect.any(String),
    });
  });

  it('omits the row from a database error', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(john@example.com)',
      where: 'COPY john',
    });
    const text = logged((log) => log.error({ err: error }, 'failed'));
    expect(text).toContain('23505');
    expect(text).not.toContain('john');
  });

  it('omits headers and bodies of requests and responses', () => {
    const text = logged((log) =>
      log.info({ req: { headers: { authorization: 'token' } }, res: { headers: 'cookie' } }, 'x'),
    );
    expect(text).not.toMatch(/token|cookie/);
  });
});
