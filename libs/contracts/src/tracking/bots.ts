import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { UserActivity } from './user-activity.js';

/** Names a crawler writes are near the start; a longer text must not cost more. UTF-16 units. */
const maxJudged = 1_024;

/** A longer text is judged each time: 10,000 texts take at most 10 MiB, and browsers send fewer than 512 characters. */
const maxRemembered = 512;

/** Clients repeat a few texts: to find one here takes 1 µs, to judge it 4 (bench/bots.mjs). */
const judged = new LRUCache<string, boolean>({ max: 10_000 });

/** Whether a `User-Agent`, or another text in its form, is of a crawler, a monitor or a script: by the list of `isbot`. */
export function isBotAgent(text: string): boolean {
  if (text.length > maxRemembered) return isbot(text.slice(0, maxJudged));
  const known = judged.get(text);
  if (known !== undefined) return known;
  const isBot = isbot(text);
  judged.set(text, isBot);
  return isBot;
}

const appTypes: ReadonlySet<unknown> = new Set(['APP_VISIT', 'CTV_VISIT', 'MOBILE_APP', 'CTV_APP']);

/**
 * Whether the user agent that an activity carries (`$user_agent_info.$raw_value`) is of a bot. Apps write their own name
 * there, and the list takes a text that is no browser's for a bot, so what says that it is of an app is not judged.
 */
export function isBotActivity({ $type, $user_agent_info }: Pick<UserActivity, '$type' | '$user_agent_info'>): boolean {
  const text = $user_agent_info?.$raw_value;
  if (!text || appTypes.has($type) || appTypes.has($user_agent_info?.$agent_type)) return false;
  return isBotAgent(text);
}
