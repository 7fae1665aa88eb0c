import { actOnUserChoices } from '../generated/sdk.gen.js';
import type { ActOnUserChoicesData } from '../generated/types.gen.js';

type Key = Pick<ActOnUserChoicesData['body'], 'collect_key_id' | 'message_authentication_key_id'>;

/**
 * Undoes the choices of a key on a day, however many there are: one request does a part of many.
 *
 * @param day of UTC, YYYY-MM-DD
 * @param onPart gets the number so far after each request
 * @returns how many are undone
 */
export async function undoChoices(
  datamart_id: string,
  key: Key,
  day: string,
  onPart: (undone: number) => void = () => undefined,
): Promise<number> {
  let undone = 0;
  for (;;) {
    const { data } = await actOnUserChoices({ path: { datamart_id }, body: { action: 'UNDO', ...key, day } });
    undone += data.data.undone;
    if (data.data.is_complete) return undone;
    onPart(undone);
  }
}
