import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DeadLetterLog } from '@tributary/bus/dead-letter-log';
import { FileDeadLetterLog } from '@tributary/bus/file-dead-letter-log';
import { KafkaDeadLetterLog } from '@tributary/bus/kafka-dead-letter-log';
import { isUnavailable } from '@tributary/contracts/errors';
import { ConfigError, loadConfig } from '@tributary/runtime/config';
import { DeadLettersConfig } from '../config.js';
import { DeadLettersCommand, type Print } from './dead-letters.command.js';
import { parseRequest, usage } from './dead-letters-request.js';

const print: Print = (text) => void process.stdout.write(text);
const complain: Print = (text) => void process.stderr.write(text);

/** Runs `tributary dlq` with the arguments behind it, against the letters that the environment names. */
export async function deadLetters(args: string[]): Promise<void> {
  const request = parseRequest(args);
  if (request.command === 'help') return print(usage);
  const log = openLog(loadConfig(DeadLettersConfig));
  try {
    await new DeadLettersCommand(log, print, complain).run(request);
  } catch (error) {
    throw isUnavailable(error) ? new ConfigError(`${log.description}: ${error.message}`, { cause: error }) : error;
  } finally {
    await log.close();
  }
}

function openLog({ KAFKA_BROKERS: brokers, DATA_DIR }: DeadLettersConfig): DeadLetterLog {
  if (brokers) {
    const logger = { warn: (message: string) => complain(`${message}\n`), debug: () => undefined };
    return new KafkaDeadLetterLog({ brokers, clientId: 'tributary-dlq', logger });
  }
  if (!existsSync(DATA_DIR))
    throw new ConfigError(`There is no directory ${path.resolve(DATA_DIR)}: set KAFKA_BROKERS, or DATA_DIR`);
  return new FileDeadLetterLog(path.resolve(DATA_DIR, 'dead-letters'));
}
