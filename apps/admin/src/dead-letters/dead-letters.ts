import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DeadLetterLog } from '@tributary/bus/dead-letters/dead-letter-log';
import { FileDeadLetterLog } from '@tributary/bus/in-process/file-dead-letter-log';
import { KafkaDeadLetterLog } from '@tributary/bus/kafka/kafka-dead-letter-log';
import { isUnavailable } from '@tributary/contracts/errors';
import { ConfigError, loadConfig } from '@tributary/runtime/config';
import { kafkaConnection } from '@tributary/runtime/kafka-access';
import { DeadLettersConfig } from '../config.js';
import { DeadLettersCommand, type Print } from './dead-letters.command.js';
import { parseRequest, usage } from './dead-letters-request.js';

const print: Print = (text) => void process.stdout.write(text);
const printError: Print = (text) => void process.stderr.write(text);

/** Runs `tributary dlq` with its arguments. The environment says where the dead letters are (`DeadLettersConfig`). */
export async function deadLetters(args: string[]): Promise<void> {
  const request = parseRequest(args);
  if (request.command === 'help') return print(usage);
  const log = openLog(loadConfig(DeadLettersConfig));
  try {
    await new DeadLettersCommand(log, print, printError).run(request);
  } catch (error) {
    throw isUnavailable(error) ? new ConfigError(`${log.description}: ${error.message}`, { cause: error }) : error;
  } finally {
    await log.close();
  }
}

function openLog({ KAFKA_BROKERS, DATA_DIR, ...access }: DeadLettersConfig): DeadLetterLog {
  if (KAFKA_BROKERS) {
    const logger = { warn: (message: string) => printError(`${message}\n`), debug: () => undefined };
    return new KafkaDeadLetterLog({
      ...kafkaConnection({ KAFKA_BROKERS, ...access }),
      clientId: 'tributary-dlq',
      logger,
    });
  }
  if (!existsSync(DATA_DIR))
    throw new ConfigError(`The directory ${path.resolve(DATA_DIR)} does not exist: set KAFKA_BROKERS or DATA_DIR`);
  return new FileDeadLetterLog(path.resolve(DATA_DIR, 'dead-letters'));
}
