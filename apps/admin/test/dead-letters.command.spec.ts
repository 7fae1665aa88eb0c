import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileDeadLetterLog } from '@tributary/bus/in-process/file-dead-letter-log';
import { FileDeadLetters } from '@tributary/bus/in-process/file-dead-letters';
import { activityReceived, credentialChanged } from '@tributary/contracts/topics/topics';
import { DeadLettersCommand } from '../src/dead-letters/dead-letters.command.js';
import { parseRequest } from '../src/dead-letters/dead-letters-request.js';

let directory: string;
beforeEach(async () => (directory = await mkdtemp(path.join(tmpdir(), 'tributary-dlq-'))));
afterEach(() => rm(directory, { recursive: true }));

/** Writes dead letters with these ids as the bus does. */
const writeDeadLetters = (topic: string, ...ids: string[]) =>
  new FileDeadLetters(directory).write(
    ids.map((id) => ({ message: { topic, key: 'k', id, time: 0, content: { secret: id } }, reason: 'why' })),
  );

/** The output of `tributary dlq …`. */
async function dlq(line: string): Promise<string> {
  const printed: string[] = [];
  const request = parseRequest(line.split(' '));
  if (request.command === 'help') throw new Error('the help is not printed by DeadLettersCommand');
  const command = new DeadLettersCommand(
    new FileDeadLetterLog(directory),
    (text) => printed.push(text),
    () => undefined,
  );
  await command.run(request);
  return printed.join('');
}

const topic = activityReceived.name;
const idsIn = (text: string) => [...text.matchAll(/ id (\S+)/g)].map(([, id]) => id);

describe('tributary dlq list', () => {
  it('says that there are none', async () => expect(await dlq('list')).toContain('There are no dead letters.'));

  it('counts the dead letters of each topic', async () => {
    await writeDeadLetters(topic, 'a', 'b');
    await writeDeadLetters(credentialChanged.name, 'c');
    expect(await dlq('list')).toMatch(
      /activity-received\.v1 +2 pending since \S+Z, 0 replayed\n.*credential-changed\.v1 +1 pending/s,
    );
    expect(JSON.parse((await dlq('list --json')).split('\n')[0] ?? '')).toMatchObject({ topic, waiting: 2 });
  });

  it('shows the oldest dead letters of a topic, and their values only with --show', async () => {
    await writeDeadLetters(topic, ...'abcde');
    const listed = await dlq(`list --topic ${topic} --limit 3`);
    expect(idsIn(listed)).toEqual(['a', 'b', 'c']);
    expect(listed).not.toContain('secret');
    expect(await dlq(`list --topic ${topic} --show`)).toContain('{"secret":"e"}');
  });
});

describe('tributary dlq replay', () => {
  beforeEach(() => writeDeadLetters(topic, 'a', 'b', 'a', 'c'));
  const waiting = async () => idsIn(await dlq(`list --topic ${topic}`));

  it.each([
    ['--all', 4, []],
    ['--id a', 2, ['b', 'c']],
    ['--offset 2', 1, ['a', 'a', 'c']],
  ])('%s replays the selected dead letters, and the others stay pending', async (option, count, left) => {
    expect(await dlq(`replay ${topic} ${option}`)).toBe(`Replayed ${count} of ${topic}; ${left.length} pending\n`);
    expect(await waiting()).toEqual(left);
  });

  it('replays newer dead letters, and none twice', async () => {
    await dlq(`replay ${topic} --id b`);
    await dlq(`replay ${topic} --all`);
    await writeDeadLetters(topic, 'd');
    expect(await dlq(`replay ${topic} --all --dry-run`)).toMatch(/ id d .*\n.*\nWould replay 1 of .*; 0 pending\n$/);
    expect(await dlq(`replay ${topic} --all`)).toContain('Replayed 1 of');
    expect(await dlq(`replay ${topic} --all`)).toContain('Replayed 0 of');
    await expect(dlq(`replay ${topic} --id d`)).rejects.toThrow('No such dead letter');
  });

  it('changes nothing in a dry run', async () => {
    await dlq(`replay ${topic} --all --dry-run`);
    expect(await waiting()).toEqual(['a', 'b', 'a', 'c']);
  });

  it('refuses a compacted topic and names the command to use instead', async () => {
    await writeDeadLetters(credentialChanged.name, 'old');
    await expect(dlq(`replay ${credentialChanged.name} --all`)).rejects.toThrow('tributary admin republish');
  });
});
