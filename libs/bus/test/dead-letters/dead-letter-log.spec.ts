import { appendFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { deadLetterFile } from '../../src/in-process/file-dead-letters.js';
import { InProcessPublisher } from '../../src/in-process/in-process.publisher.js';
import { ReplaySpool } from '../../src/in-process/replay-spool.js';
import { aTopic } from '../bus-harness.js';
import { describeDeadLetterLog } from './dead-letter-log-contract.js';
import { entriesOf, fileLog } from './dead-letter-log.js';

const time = Date.now();

describeDeadLetterLog('in files', fileLog);

describe('dead letters in files', () => {
  it('are distinguished from lines that were cut off', async () => {
    const { directory, log, close } = await fileLog();
    const topic = aTopic();
    const line = { key: 'k', id: 'i', time, reason: 'r', dead_letter_time: new Date().toISOString(), value: 1 };
    await writeFile(deadLetterFile(directory, topic.name), `${JSON.stringify(line)}\n{"key":"k","id\n\n`);
    await appendFile(deadLetterFile(directory, topic.name), JSON.stringify({ replayed: 'all of them' }));
    const positions = [1n, 2n, 4n].map((offset) => ({ partition: 0, offset }));
    const [deadLetter, ...damaged] = await entriesOf(log, topic);
    expect(deadLetter).toMatchObject({ deadLetter: { position: positions[0], id: 'i' } });
    expect(damaged).toEqual([{ damaged: positions[1] }, { damaged: positions[2] }]);
    await close();
  });

  it('stay in the spool until they are published, through failures', async () => {
    const { directory, close } = await fileLog();
    const spool = new ReplaySpool(directory);
    const topic = aTopic();
    const deadLetter = { topic: topic.name, id: 'i', key: 'k', time, value: Buffer.from('{"key":"k","step":1}') };
    await spool.add([deadLetter]);
    await writeFile(path.join(directory, 'replay/half.ndjson.draft'), '{"topic":');
    const closed = new InProcessPublisher();
    await closed.close();
    await expect(spool.publish([topic], closed)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(spool.publish([], new InProcessPublisher())).rejects.toThrow('is not a topic');
    expect(await spool.publish([topic], new InProcessPublisher())).toBe(1);
    expect(await spool.publish([topic], new InProcessPublisher())).toBe(0);
    expect(await readdir(path.join(directory, 'replay'))).toEqual(['half.ndjson.draft']);
    await close();
  });
});
