/** An unsaved content, kept in the tab while its dashboard is edited. */
export interface Draft {
  /** The stored content on which it is based; null: there was none. */
  based_on: string | null;
  text: string;
  saved_ts: number;
}

/** A larger draft is not kept: the tab's storage has about 5 MB for everything. */
export const maxDraftLength = 1_000_000;
/** Drafts of one tab. The oldest gives way. */
export const maxDrafts = 3;

const prefix = 'tributary.draft.';

/** The key names the user: the next one who signs in, in the same tab, does not see the draft. */
export const draftKey = (user_id: string, dashboard_id: string): string => `${prefix}${user_id}.${dashboard_id}`;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** @returns whether it was kept */
export function keepDraft(storage: Storage, key: string, draft: Draft): boolean {
  if (draft.text.length > maxDraftLength) return false;
  const others = draftsIn(storage).filter((each) => each.key !== key);
  others.slice(maxDrafts - 1).forEach((each) => storage.removeItem(each.key));
  try {
    storage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    // The storage is full, or the browser forbids it.
    return false;
  }
}

export function readDraft(storage: Storage, key: string): Draft | undefined {
  const stored = storage.getItem(key);
  if (stored === null) return undefined;
  try {
    const { based_on, text, saved_ts } = JSON.parse(stored) as Partial<Draft>;
    const isDraft = typeof text === 'string' && typeof saved_ts === 'number';
    return isDraft ? { based_on: typeof based_on === 'string' ? based_on : null, text, saved_ts } : undefined;
  } catch {
    return undefined;
  }
}

export const dropDraft = (storage: Storage, key: string): void => storage.removeItem(key);

/** The newest first. */
function draftsIn(storage: Storage): { key: string; ts: number }[] {
  const keys = Array.from({ length: storage.length }, (_each, index) => storage.key(index));
  return keys
    .flatMap((key) => (key?.startsWith(prefix) ? [{ key, ts: readDraft(storage, key)?.saved_ts ?? 0 }] : []))
    .sort((one, other) => other.ts - one.ts);
}
