import { basePath } from '../served-page.js';

/** The messages of tabs to each other. Nothing of them is stored, and pages of other origins do not hear them. */
type Word =
  | { type: 'ask'; tab: string }
  | { type: 'answer'; tab: string; token: string }
  | { type: 'signed-in'; token: string }
  | { type: 'signed-out'; token: string };

/** A tab that has more to do answers later, to the form of the sign-in page. */
const answerTimeoutMs = 300;

const channel = new BroadcastChannel(`tributary.session:${basePath}`);
const ownTab = crypto.getRandomValues(new Uint32Array(4)).join('-');
/** Listeners for the tokens that this tab may go on with. */
const listeners = new Set<(token: string) => void>();

const say = (word: Word) => channel.postMessage(word);

export const saySignedIn = (token: string): void => say({ type: 'signed-in', token });
export const saySignedOut = (token: string): void => say({ type: 'signed-out', token });

/** The token of another tab; undefined if none answers in time. */
export function askOtherTabs(): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const forget = onTokenOfOtherTab(resolve);
  const timeout = setTimeout(resolve, answerTimeoutMs);
  say({ type: 'ask', tab: ownTab });
  return promise.finally(() => {
    forget();
    clearTimeout(timeout);
  });
}

/**
 * @param listener called with a token that another tab answers this one, or with which a user has just signed in there
 * @returns ends it
 */
export function onTokenOfOtherTab(listener: (token: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Answers other tabs with the token of this one, and ends its session when another tab with the same token signs out. */
export function joinOtherTabs({ token, signOut }: { token: () => string | undefined; signOut: () => void }): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    const own = token();
    if (data.type === 'ask') {
      if (own !== undefined) say({ type: 'answer', tab: data.tab, token: own });
    } else if (data.type === 'signed-out') {
      if (own === data.token) signOut();
    } else if (data.type === 'signed-in' || data.tab === ownTab) {
      listeners.forEach((listener) => listener(data.token));
    }
  });
}
