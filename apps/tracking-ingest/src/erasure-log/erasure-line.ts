import { parseJson } from '@tributary/bus/messages/parse-json';
import { ConfigError } from '@tributary/runtime/config';
import { z } from 'zod';
import type { ErasureKey } from '../identity/erasure-key.js';
import { identifierId } from '../identity/identity-claim.js';
import type { KeptErasure } from '../identity/keep-erasures.js';

/** A line of a file of erasures. `key` names the key of the hash: under another one it recognises no person. */
const ErasureLine = z.object({
  key: z.string(),
  datamart_id: z.string().regex(/^\d{1,19}$/),
  erasure_ts: z.int(),
  identifier_mac: z.guid(),
});

/** A name of the key that does not reveal it. */
const nameOf = (erasureKey: Pick<ErasureKey, 'macOf'>) =>
  erasureKey.macOf(identifierId('0', { type: 'USER_AGENT', value: 'name of the key' })).slice(0, 8);

/** Lines of JSON, each with its line feed. */
export const toLines = (erasures: readonly KeptErasure[], erasureKey: Pick<ErasureKey, 'macOf'>): string =>
  erasures
    .map(({ datamart_id, erasure_ts, identifier_mac }) => {
      const line: z.infer<typeof ErasureLine> = { key: nameOf(erasureKey), datamart_id, erasure_ts, identifier_mac };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');

/**
 * Reads lines. Empty ones, and those that a crash has cut off, are left out: a cut off erasure is written again behind it.
 *
 * @param first the number of the first line in its file
 * @throws ConfigError if a line is of another key, or is anything else
 */
export function readLines(lines: readonly string[], erasureKey: Pick<ErasureKey, 'macOf'>, first = 1): KeptErasure[] {
  const name = nameOf(erasureKey);
  return lines.flatMap((line, index) => {
    if (line === '' || isCutOff(line)) return [];
    const { data } = ErasureLine.safeParse(parseJson(line));
    if (!data)
      throw new ConfigError(
        `line ${first + index} is no erasure: the file is not one of \`erasures\`, or it is damaged`,
      );
    const { key, ...erasure } = data;
    if (key === name) return [erasure];
    throw new ConfigError(
      'the erasures in the file are of another database: its key of erasures has made other hashes. If that key is lost for ' +
        'good, move the file (erasures.ndjson in DATA_DIR) away: those who were erased under it are not recognised anyway',
    );
  });
}

const beginning = '{"key":"';

/** After a crash some blocks of the file may be zeros. */
function isCutOff(line: string): boolean {
  const begins = line.startsWith('\0') || line.startsWith(beginning) || beginning.startsWith(line);
  return begins && (line.includes('\0') || !line.endsWith('}'));
}
