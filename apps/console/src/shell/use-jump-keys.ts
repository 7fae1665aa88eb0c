import { useHotkeys } from '@mantine/hooks';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isDialogOpen } from '../served-page.js';
import { navigation } from './navigation.js';

/** How long `g` waits for the key after it. */
const sequenceMs = 1_000;

/** `g l` opens the page Live and so on; `?` shows the keys. Not while a field has the focus, or a dialog is open. */
export function useJumpKeys(onHelp: () => void): void {
  const { datamart_id } = useParams({ strict: false });
  const navigate = useNavigate();
  const startedAt = useRef(-Infinity);
  useHotkeys([['shift+?', onHelp]]);
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || isField(target) || isDialogOpen()) return;
      if (key === 'g') return void (startedAt.current = performance.now());
      const page = navigation.find((one) => one.key === key);
      const isSequence = performance.now() - startedAt.current < sequenceMs;
      startedAt.current = -Infinity;
      if (page && isSequence && datamart_id !== undefined) void navigate({ to: page.to, params: { datamart_id } });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [datamart_id, navigate]);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
