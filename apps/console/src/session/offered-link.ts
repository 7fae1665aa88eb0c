import type { GetConnectedUserResponse } from '@tributary/client/generated/types.gen';
import { useSyncExternalStore } from 'react';
import { readUserOf } from './read-user-of.js';

/** A link whose token waits for the consent of the user. It is in memory only. */
export interface OfferedLink {
  token: string;
  /** The address of the link, without the token. */
  href: string;
  /** Whose token it is, or why that is not known. */
  read: { answer: GetConnectedUserResponse } | { failure: unknown };
}

let offered: OfferedLink | undefined;
let newest: symbol | undefined;
const views = new Set<() => void>();

/** Asks for consent as soon as it is known whose token it is. A later link replaces it. */
export async function offerLink(token: string, href: string): Promise<void> {
  const own = Symbol(href);
  newest = own;
  const read = await readUserOf(token).then(
    (answer) => ({ answer }),
    (failure: unknown) => ({ failure }),
  );
  if (newest === own) show({ token, href, read });
}

export function closeLink(): void {
  newest = undefined;
  show(undefined);
}

function show(link: OfferedLink | undefined): void {
  offered = link;
  views.forEach((listener) => listener());
}

const current = () => offered;
const subscribe = (listener: () => void) => {
  views.add(listener);
  return () => void views.delete(listener);
};

export const isLinkOffered = (): boolean => offered !== undefined;
export const useOfferedLink = (): OfferedLink | undefined => useSyncExternalStore(subscribe, current);
