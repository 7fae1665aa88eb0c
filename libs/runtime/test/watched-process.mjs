// A process with a watchdog: node watched-process.mjs '<JSON of the options>'. Its handler appends the ids of a batch to
// a file, which stands for its database, and blocks the thread at one message.
import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { combinedContext } from '@tributary/bus/consuming/combined-context';
import { FileDeadLetters } from '@tributary/bus/in-process/file-dead-letters';
import { FileSuspectLog } from '@tributary/bus/in-process/file-suspect-log';
import { InProcessPublisher } from '@tributary/bus/in-process/in-process.publisher';
import { InProcessStrategy } from '@tributary/bus/in-process/in-process.strategy';
import { KafkaPublisher } from '@tributary/bus/kafka/kafka.publisher';
import { KafkaStrategy } from '@tributary/bus/kafka/kafka.strategy';
import { KafkaSuspectLog } from '@tributary/bus/kafka/kafka-suspect-log';
import { InFlightBatches } from '@tributary/bus/suspects/in-flight-batches';
import { createLogger } from '@tributary/runtime/logger';
import { exitOnUncaught } from '@tributary/runtime/watchdog/exit-on-uncaught';
import { startWatchdog } from '@tributary/runtime/watchdog/watchdog';
import { followContext, withRequest } from '@tributary/runtime/async-context';
import { z } from 'zod';

const { work, limits, isWatched = true, isRecorded = true, ...options } = JSON.parse(process.argv[2]);
const logger = createLogger('watched', 'info');
const inFlight = new InFlightBatches();
followContext();

const compute = (ms) => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

const poisons = {
  computes: () => compute(Infinity),
  // As if a disk hung.
  'waits in the kernel': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  // As if the database was slow.
  waits: () => {
    writeSync(1, 'holds\n');
    return sleep(600_000);
  },
  throws: () => {
    setTimeout(() => {
      throw new Error('in the context of the message');
    }, 10);
    return sleep(600_000);
  },
  rejects: () => {
    setTimeout(() => void Promise.reject(new Error('in the context of the message')), 10);
    return sleep(600_000);
  },
  'throws while the log hangs': () => {
    logger.fatal = poisons['waits in the kernel'];
    return poisons.throws();
  },
  // A connection of another message, as it were.
  'waits, and something throws': () => {
    context.with(ROOT_CONTEXT, () => poisons.throws());
    return sleep(600_000);
  },
  // The same as `waits`, while a request blocks the thread.
  'waits, and a request computes': () => {
    context.with(withRequest(ROOT_CONTEXT, 'request-1'), () => setTimeout(compute, 10, Infinity));
    return sleep(600_000);
  },
};

/** Until the pipe is full. The logger then waits for the reader. */
const fillLog = () => {
  try {
    for (;;) writeSync(1, 'x'.repeat(1 << 16));
  } catch {
    // The pipe takes no more.
  }
};

const handle = async (batch) => {
  // In the middle of a transaction, as it were: after a wait, not in the caller's turn.
  await sleep(10);
  if (batch.some(({ value }) => value.step === options.poison)) await poisons[options.poisonBy ?? 'computes']();
  appendFileSync(options.file, batch.map(({ id }) => `${id}\n`).join(''), { flush: true });
};
const topic = { name: options.topic, schema: z.object({ key: z.string(), step: z.number() }), partitions: 1 };
const definition = { ...topic, key: ({ key }) => key, retention: { days: 1 } };
const extras = { topic: definition, group: 'test.watched', maxBatch: 10, inProcessConcurrency: 1 };

function consumeFromKafka() {
  const connection = { brokers: options.brokers, clientId: 'watched', logger };
  const strategy = new KafkaStrategy({
    ...connection,
    publisher: new KafkaPublisher(connection),
    onCrash: () => process.exit(1),
    sessionTimeoutMs: options.sessionTimeoutMs,
    inFlight,
    ...(isRecorded && { suspects: new KafkaSuspectLog(connection) }),
  });
  strategy.addHandler(options.topic, handle, true, { ...extras, group: options.group });
  strategy.listen(() => {});
  return { connection: { brokers: options.brokers, clientId: 'watched' } };
}

/** Publishes what is not handled yet, as an outbox does after a restart. */
async function consumeInProcess() {
  const { deadLetterDirectory } = options;
  const publisher = new InProcessPublisher();
  const deadLetters = new FileDeadLetters(deadLetterDirectory);
  const suspects = isRecorded && { suspects: new FileSuspectLog(deadLetterDirectory) };
  const strategy = new InProcessStrategy({ publisher, deadLetters, logger, inFlight, ...suspects });
  strategy.addHandler(options.topic, handle, true, extras);
  await new Promise((resolve) => strategy.listen(resolve));
  const handled = readFileSync(options.file, 'utf8').split('\n');
  const pending = options.messages.filter(({ id }) => !handled.includes(id));
  await publisher.publish(definition, pending);
  process.exit(0);
}

const works = {
  kafka: () => consumeFromKafka(),
  'in-process': () => consumeInProcess(),
  computes: () => compute(options.ms),
  // As if the first two batches shared a transaction.
  combines: () => {
    const [first, second] = ['first', 'second', 'third'].map((group) => {
      const hold = inFlight.take(group, 'topic');
      hold.hold(['0/1', '0/2']);
      return hold.context(ROOT_CONTEXT);
    });
    context.with(combinedContext([first, second]), compute, undefined, options.ms);
  },
  // In the kernel, without a processor.
  waits: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, options.ms),
  logs: () => {
    fillLog();
    logger.warn('into a full pipe');
  },
  idles: () => {},
  throws: () => {
    throw Object.assign(new Error('quotes jane@example.com'), { code: 'SPOILT' });
  },
  rejects: () => void Promise.reject(new TypeError('undefined is not a function')),
  'throws while its log hangs': () => {
    logger.fatal = works.waits;
    throw new Error('with a log that hangs');
  },
};

exitOnUncaught(logger);
const suspectLog = options.brokers
  ? { connection: { brokers: options.brokers, clientId: 'watched' } }
  : { deadLetterDirectory: options.deadLetterDirectory ?? '/nowhere' };
// An exit interrupts the first two, but no native code. Older than the watchdog's thread, they are ended after it.
const busyThreads = {
  computes: 'for (;;);',
  waits: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'runs native code': "require('node:child_process').execSync('sleep 10')",
};
for (const thread of options.threads ?? []) new Worker(busyThreads[thread], { eval: true });
if (isWatched) await startWatchdog({ app: 'watched', inFlight, suspectLog, limits });
// In another turn: an error is then not the module's.
setTimeout(() => {
  void works[work]();
  if (!['kafka', 'in-process'].includes(work)) setInterval(() => writeSync(1, 'runs\n'), 100);
}, 100);
