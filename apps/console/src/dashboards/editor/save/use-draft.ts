import { useEffect, useState } from 'react';
import { useConnectedUser } from '../../../session/connected-user.js';
import type { Content } from '../content/edit-content.js';
import { printJson } from '../content/read-json.js';
import { draftKey, dropDraft, keepDraft, readDraft, type Draft } from './draft.js';

const keepAfterMs = 300;

interface Edited {
  dashboard_id: string;
  content: Content;
  /** The stored content on which it is based. */
  based_on: string | null;
  isDirty: boolean;
}

/** Keeps what is not saved in the tab, and offers what an earlier visit has kept. */
export function useDraft({ dashboard_id, content, based_on, isDirty }: Edited) {
  const { id: user_id } = useConnectedUser();
  const key = draftKey(user_id, dashboard_id);
  const [found, setFound] = useState<Draft | undefined>(() => readDraft(sessionStorage, key));
  const [isKept, setKept] = useState(true);

  useEffect(() => {
    if (!isDirty) return;
    const keep = () => {
      setFound(undefined);
      setKept(keepDraft(sessionStorage, key, { based_on, text: printJson(content), saved_ts: Date.now() }));
    };
    const timer = setTimeout(keep, keepAfterMs);
    return () => clearTimeout(timer);
  }, [key, content, based_on, isDirty]);

  const drop = () => {
    setFound(undefined);
    dropDraft(sessionStorage, key);
  };
  return { found, drop, isKept: isKept || !isDirty };
}
