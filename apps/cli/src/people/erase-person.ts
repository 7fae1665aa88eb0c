import { eraseUserPoint, getUserPoint } from '@tributary/client/generated/sdk.gen';
import { ask, canAsk } from '../output/ask.js';
import { Failure, UsageProblem } from '../output/failures.js';
import { print, type Format } from '../output/print.js';
import { say } from '../output/status-messages.js';
import type { PersonPath } from '@tributary/client/people/read-person';

interface EraseOptions {
  output: Format;
  yes?: boolean;
  curl?: boolean;
}

/** Erases a person after the id was typed in, so that a wrong line of the history does no harm. */
export async function erasePerson(path: PersonPath, { output, yes, curl }: EraseOptions): Promise<void> {
  if (curl) return void (await eraseUserPoint({ path }));
  if (!yes && !canAsk()) throw new UsageProblem('erasing asks for the id of the person: in a script, say --yes');
  const { data } = await getUserPoint({ path });
  const { id } = data.data;
  if (!yes) {
    say('This erases identifiers, profiles, choices, segments and activities, also from reports. It cannot be undone.');
    const typed = await ask(`To erase the person, type their id ${id}: `);
    if (typed.trim() !== id) throw new Failure('this is another id: nothing was erased');
  }
  await eraseUserPoint({ path: { ...path, user_point_selector: `user_point_id=${id}` } });
  print(output, { erased: id }, () => ({ rows: [['erased', id]] }));
}
