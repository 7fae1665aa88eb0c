import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTopics } from '@tributary/bus/kafka/commands/create-topics';
import { clusterClient } from '@tributary/bus/kafka/kafka-client';
import { KafkaDeadLetterLog } from '@tributary/bus/kafka/kafka-dead-letter-log';
import { KafkaSuspectLog } from '@tributary/bus/kafka/kafka-suspect-log';
import { KafkaPublisher } from '@tributary/bus/kafka/kafka.publisher';
import { suspectGroup } from '@tributary/bus/suspects/suspect-log';
import { topic, type Topic } from '@tributary/contracts/topics/topic';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { eventually } from '@tributary/testing/eventually';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { z } from 'zod';
import { limits, WatchedProcess } from './watched-process.js';

const Step = z.object({ key: z.string(), step: z.number() });
const poison = 13;
const messages = Array.from({ length: 30 }, (_, step) => ({ id: `s-${step}`, value: { key: 'k', step } }));
const healthy = messages.map(({ id }) => id).filter((id) => id !== `s-${poison}`);
const aTopic = (name: string): Topic<z.infer<typeof Step>> =>
  topic({ name, schema: Step, key: ({ key }) => key, partitions: 1, retention: { days: 1 } });

/** Restarts members as an orchestrator does, and counts the restarts. */
class Members {
  restarts = 0;
  private members: WatchedProcess[] = [];
  private isStopped = false;

  constructor(
    count: number,
    private readonly options: object,
  ) {
    for (let member = 0; member < count; member++) this.start();
  }

  stop(): void {
    this.isStopped = true;
    for (const member of this.members) member.kill();
  }

  /** The lines that the members have logged. */
  logged = () => this.members.flatMap((member) => member.logged());

  private start(): void {
    const member = new WatchedProcess(this.options);
    this.members.push(member);
    void member.ended.then(({ code }) => {
      if (this.isStopped || code === 0) return;
      this.restarts++;
      this.start();
    });
  }
}

describe('a message whose handler blocks the thread', () => {
  let directory: string;
  let running: Members[] = [];
  let processes: WatchedProcess[] = [];
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'tributary-suspects-'));
  });
  afterEach(() => {
    for (const members of running) members.stop();
    for (const process of processes) process.kill();
    [running, processes] = [[], []];
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  function restarted(count: number, options: object): Members {
    const members = new Members(count, options);
    running.push(members);
    return members;
  }

  function start(options: object): WatchedProcess {
    const process = new WatchedProcess(options);
    processes.push(process);
    return process;
  }

  /** By `kill -9`, each time while the message is handled alone: the watchdog has ended a process before. */
  async function killTwice(options: object): Promise<void> {
    await start({ ...options, poison }).ended;
    for (let kills = 0; kills < 2; kills++) {
      const process = start({ ...options, poison, poisonBy: 'waits' });
      await eventually(() => expect(process.output).toContain('holds'));
      process.kill();
      await process.ended;
    }
  }

  function emptyFile(name: string): string {
    const file = path.join(directory, name);
    writeFileSync(file, '');
    return file;
  }

  const handledIn = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

  describe('over Kafka, with two members', () => {
    let broker: KafkaBroker;
    const connection = () => ({
      brokers: broker.brokers,
      clientId: 'test',
      logger: { warn: () => {}, debug: () => {} },
    });

    beforeAll(async () => {
      broker = await startKafka();
      const own = ['recorded', 'forgotten', 'killed', 'thrown'].map((name) => aTopic(`test.${name}.v1`));
      await createTopics(broker.brokers, own, { replicationFactor: 1 });
      const publisher = new KafkaPublisher({ ...connection(), limits: { deadlineMs: 180_000 } });
      for (const topic of own) await publisher.publish(topic, messages);
      await publisher.close();
      // A new broker does not know its coordinators yet.
      await eventually(() => damageMark('test.recorded.v1'));
      const [group, topic] = ['other.group', 'test.recorded.v1'];
      const forged = { group, topic, messages: ['0/3'], wasSuspect: true, time: Date.now() };
      await new KafkaSuspectLog(connection()).write([forged]);
    });
    afterAll(() => broker.stop());

    async function damageMark(topic: string): Promise<void> {
      const [cluster, groupId] = [clusterClient(connection()), suspectGroup(topic)];
      const partitions = [{ partition: 0, offset: '0', metadata: '{ "damaged' }];
      const offsets = { groupId, groupGenerationId: -1, memberId: '', topics: [{ topic, partitions }] };
      try {
        await cluster.connect();
        await (await cluster.findGroupCoordinator({ groupId })).offsetCommit(offsets);
      } finally {
        await cluster.disconnect();
      }
    }

    const optionsOf = (topic: string, file: string) => ({
      work: 'kafka',
      brokers: broker.brokers,
      topic,
      group: topic,
      file,
      // The mark is stored before the other member takes the batch over, on a busy machine too.
      sessionTimeoutMs: 12_000,
      // The mark needs longer than a file, and four processes that start at once compute for longer. A process that ends
      // without a mark costs another restart.
      limits: { ...limits, suspectAfterMs: 2_000, endAfterMs: 5_000, endWithinMs: 10_000 },
    });
    const membersOf = (topic: string, faults: object) => {
      const file = emptyFile(topic);
      return { file, members: restarted(2, { ...optionsOf(topic, file), poison, ...faults }) };
    };

    async function deadLettersOf(name: string): Promise<unknown[]> {
      const log = new KafkaDeadLetterLog(connection());
      const found: unknown[] = [];
      await log.scan(aTopic(name), (entries) => void found.push(...entries));
      await log.close();
      return found;
    }

    it('stays if an operator ends the process twice meanwhile', async () => {
      const topic = 'test.killed.v1';
      const file = emptyFile(topic);
      const options = optionsOf(topic, file);
      await killTwice(options);
      start(options);
      await eventually(() => expect(handledIn(file)).toEqual(messages.map(({ id }) => id)));
      expect(await deadLettersOf(topic)).toEqual([]);
    });

    it('becomes a dead letter after two restarts, and all others are handled once, in order', async () => {
      const recorded = membersOf('test.recorded.v1', {});
      const forgotten = membersOf('test.forgotten.v1', { isRecorded: false });
      await eventually(() => expect(handledIn(recorded.file)).toEqual(healthy));
      expect(recorded.members.restarts).toBe(2);
      expect(await deadLettersOf('test.recorded.v1')).toEqual([
        { deadLetter: expect.objectContaining({ id: `s-${poison}`, reason: expect.stringContaining('blocked') }) },
      ]);
      const named = recorded.members.logged().filter(({ level }) => level === 60);
      // A member may log what it had in flight after the other one has taken over.
      expect(new Set(named.map(({ in_hand }) => in_hand))).toEqual(
        new Set([
          [{ group: 'test.recorded.v1', topic: 'test.recorded.v1', messages: 10, first: '0/10', last: '0/19' }],
          [{ group: 'test.recorded.v1', topic: 'test.recorded.v1', messages: 1, first: '0/13', last: '0/13' }],
        ]),
      );
      // (control) Without a record the next member runs into the same batch, for ever.
      await eventually(() => expect(forgotten.members.restarts).toBeGreaterThanOrEqual(2));
      expect(handledIn(forgotten.file)).toEqual(healthy.slice(0, 10));
      expect(await deadLettersOf('test.forgotten.v1')).toEqual([]);
    });

    it('becomes a dead letter as well if the process ends each time by an error that nothing catches', async () => {
      const topic = 'test.thrown.v1';
      const { file, members } = membersOf(topic, { poisonBy: 'throws' });
      await eventually(() => expect(handledIn(file)).toEqual(healthy));
      expect(members.restarts).toBe(2);
      expect(await deadLettersOf(topic)).toMatchObject([{ deadLetter: { id: `s-${poison}` } }]);
    });
  });

  describe('in process', () => {
    const inProcess = (name: string, faults: { isRecorded?: boolean; poisonBy?: string; limits?: object }) => {
      const deadLetterDirectory = path.join(directory, name);
      const file = emptyFile(`${name}.txt`);
      const options = { work: 'in-process', topic: `test.${name}.v1`, deadLetterDirectory, file, messages, poison };
      return { file, deadLetterDirectory, members: restarted(1, { ...options, ...faults }) };
    };
    const deadLettersIn = (deadLetterDirectory: string, name: string) =>
      handledIn(path.join(deadLetterDirectory, `test.${name}.v1.dlq.ndjson`)).map(
        (line) => JSON.parse(line) as unknown,
      );

    it('becomes a dead letter after two restarts, and all others are handled once, in order', async () => {
      const recorded = inProcess('recorded', {});
      const forgotten = inProcess('forgotten', { isRecorded: false });
      await eventually(() => expect(handledIn(recorded.file)).toEqual(healthy));
      expect(recorded.members.restarts).toBe(2);
      expect(deadLettersIn(recorded.deadLetterDirectory, 'recorded')).toMatchObject([{ id: `s-${poison}` }]);
      // (control) Without a record every next process runs into the same batch.
      await eventually(() => expect(forgotten.members.restarts).toBeGreaterThan(2));
      expect(handledIn(forgotten.file)).toEqual(healthy.slice(0, 10));
    });

    it('stays if an operator ends the process twice meanwhile', async () => {
      const deadLetterDirectory = path.join(directory, 'killed');
      const file = emptyFile('killed.txt');
      const options = { work: 'in-process', topic: 'test.killed.v1', deadLetterDirectory, file, messages };
      await killTwice(options);
      await start(options).ended;
      expect(handledIn(file)).toEqual(messages.map(({ id }) => id));
      expect(readdirSync(deadLetterDirectory)).toEqual(['suspects.ndjson']);
    });

    it.each([
      ['an error that nothing catches', 'throws'],
      ['the rejection of a promise', 'rejects'],
      ['such an error, whose log line hangs', 'throws while the log hangs'],
    ])('becomes a dead letter as well if the process ends each time by %s', async (_case, poisonBy) => {
      const name = poisonBy.replaceAll(' ', '-');
      const { file, deadLetterDirectory, members } = inProcess(name, {
        poisonBy,
        // As in a real process: it has ended before a thread that waits for its log is suspect.
        limits: { ...limits, suspectAfterMs: 5_000 },
      });
      await eventually(() => expect(handledIn(file)).toEqual(healthy));
      expect(members.restarts).toBe(2);
      expect(deadLettersIn(deadLetterDirectory, name)).toMatchObject([{ id: `s-${poison}` }]);
    });

    it('(control) is not to blame for an error outside of its handling, however often', async () => {
      const { file, deadLetterDirectory, members } = inProcess('beside', { poisonBy: 'waits, and something throws' });
      await eventually(() => expect(members.restarts).toBeGreaterThan(2));
      expect(existsSync(deadLetterDirectory)).toBe(false);
      expect(handledIn(file)).toEqual(healthy.slice(0, 10));
    });

    it.each([
      ['a disk hangs', 'waits in the kernel', undefined],
      ['a request blocks the thread', 'waits, and a request computes', 'request-1'],
    ])('is not to blame if %s while it is handled', async (name, poisonBy, request_id) => {
      const { file, deadLetterDirectory, members } = inProcess(name.replaceAll(' ', '-'), { poisonBy });
      await eventually(() => expect(members.restarts).toBeGreaterThan(0));
      for (const line of members.logged()) expect([line.in_hand, line.request_id]).toEqual([[], request_id]);
      expect(members.logged().length).toBeGreaterThan(0);
      expect(existsSync(path.join(deadLetterDirectory, 'suspects.ndjson'))).toBe(false);
      expect(handledIn(file)).toEqual(healthy.slice(0, 10));
    });
  });
});
