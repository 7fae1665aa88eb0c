import { badData } from '@tributary/contracts/errors';

/**
 * The channel that a path means which names no datamart: of several, the one whose id the server has made.
 *
 * @param readable the channels of one id that the caller can read. @throws BAD_REQUEST_DATA if the datamart decides
 */
export function chooseChannel<Channel extends { given_id?: string }>(readable: Channel[]): Channel | undefined {
  if (readable.length <= 1) return readable[0];
  const made = readable.find(({ given_id }) => given_id === undefined);
  if (made) return made;
  throw badData('datamart_id: several datamarts have a channel of this id; name one with ?datamart_id=');
}
