import { getUserPoint } from '@tributary/client/generated/sdk.gen';
import { findKnown } from '@tributary/client/people/find-known';
import { guessSelector, kindNames } from '@tributary/client/people/guess-selector';
import { UsageProblem } from '../output/failures.js';
import { say } from '../output/status-messages.js';

interface Sought {
  datamart_id: string;
  /** As typed in: an e-mail address, an account, an id, or a selector of the API. */
  text: string;
  isPrinted: boolean;
}

/** The selector of the person that a text names. Where it may be several things, the first that is known is meant. */
export async function findPerson({ datamart_id, text, isPrinted }: Sought): Promise<string> {
  const guess = await guessSelector(text);
  if (!guess) throw new UsageProblem('the person is empty: name an e-mail address, an account or another identifier');
  const isKnown = guess.isCertain || isPrinted;
  const readings = isKnown ? [guess] : [guess, ...guess.others];
  const read = (user_point_selector: string) => getUserPoint({ path: { datamart_id, user_point_selector } });
  const { kind, selector } = await findKnown(readings, read);
  if (selector !== text.trim()) say(`Taken for: ${kindNames[kind]} (${selector})`);
  return selector;
}
