import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useConnectedUser } from '../../../session/connected-user.js';
import type { Content } from '../content/edit-content.js';
import { printContent } from '../content/parse-content.js';
import { draftKey, dropDraft, keepDraft, readDraft, type Draft } from './draft.js';

const keepAfterMs = 300;

interface Edited {
  dashboard_id: string;
  content: Content;
  /** The stored content on which it is based. */
  based_on: string | null;
  isDirty: RefObject<boolean>;
}

/** Keeps what is not saved in the tab, and offers what an earlier visit has kept. */
export function useDraft({ dashboard_id, content, based_on, isDirty }: Edited) {
  const { id: user_id } = useConnectedUser();
  const key = draftKey(user_id, dashboard_id);
  const [found, setFound] = useState<Draft | undefined>(() => readDraft(sessionStorage, key));
  const [isKept, setKept] = useState(true);
  const latest = useRef({ content, based_on });

  const keep = useCallback(() => {
    if (!isDirty.current) return true;
    const draft = {
      based_on: latest.current.based_on,
      text: printContent(latest.current.content),
      saved_ts: Date.now(),
    };
    return keepDraft(sessionStorage, key, draft);
  }, [key, isDirty]);

  useEffect(() => {
    latest.current = { content, based_on };
    const timer = setTimeout(() => {
      if (isDirty.current) setFound(undefined);
      setKept(keep());
    }, keepAfterMs);
    return () => clearTimeout(timer);
  }, [content, based_on, isDirty, keep]);

  // The last change, too: the page is left, or the session ends, before the timer has fired.
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  const drop = () => {
    setFound(undefined);
    dropDraft(sessionStorage, key);
  };
  return { found, drop, isKept };
}
