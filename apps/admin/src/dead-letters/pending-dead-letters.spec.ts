import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { FileDeadLetterLog } from '@tributary/bus/in-process/file-dead-letter-log';
import { deadLetterFile, FileDeadLetters } from '@tributary/bus/in-process/file-dead-letters';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { countDeadLetters } from './pending-dead-letters.js';

it('counting keeps only the time and the id of each pending dead letter', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-dead-letters-'));
  const { name: topic } = activityReceived;
  const deadLetters = ['i-1', 'i-2', 'i-3'].map((id) => ({
    message: { topic, id, key: '1|x', time: 1, content: { body: 'x'.repeat(1_000) } },
    reason: 'why',
  }));
  await new FileDeadLetters(directory).write(deadLetters);
  const log = new FileDeadLetterLog(directory);
  await log.scan(activityReceived, async (entries) => {
    const second = entries.flatMap((entry) => ('deadLetter' in entry ? entry.deadLetter : []))[1];
    if (second) await log.replay(activityReceived, [second]);
  });
  await appendFile(deadLetterFile(directory, topic), '{"cut":\n');
  const written = expect.any(Number) as unknown;
  expect(await countDeadLetters(log, activityReceived)).toEqual({
    waiting: new Map([
      ['0/1', { written, id: 'i-1' }],
      ['0/3', { written, id: 'i-3' }],
    ]),
    replayed: 1,
    damaged: 1,
  });
  await rm(directory, { recursive: true });
});
