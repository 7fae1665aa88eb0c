import { Input } from '@mantine/core';
import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { findMissing, isStillMissing, markInvalid, type MissingField } from './missing-fields.js';

interface CheckedFormProps {
  /** Every required field is filled in. */
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * A form that asks for its required fields before the server is asked: the first that is empty gets the focus, and each says so
 * below it. It reads what the browser knows of the fields, so that no form needs a list of its own.
 */
export function CheckedForm({ onSubmit, children }: CheckedFormProps) {
  const id = useId();
  const [missing, setMissing] = useState<MissingField[]>([]);
  // Another field may have filled it in, without an event of its own.
  useEffect(() => setMissing((before) => (before.every(isStillMissing) ? before : before.filter(isStillMissing))));
  useEffect(() => {
    const unmark = missing.map((field, index) => markInvalid(field, `${id}-${index}`));
    return () => unmark.forEach((take) => take());
  }, [missing, id]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    closeSuggestions(event.currentTarget);
    const found = findMissing(event.currentTarget);
    setMissing(found);
    if (found.length === 0) onSubmit();
    else found[0]?.input.focus();
  };
  return (
    <form onSubmit={submit} noValidate>
      {children}
      {missing.map(({ problem, wrapper }, index) =>
        createPortal(
          <Input.Error id={`${id}-${index}`} mt={5}>
            {problem}
          </Input.Error>,
          wrapper,
          `${index}`,
        ),
      )}
    </form>
  );
}

/** Enter sends a form from a field whose list is open, and the list would lie over a message. It closes without the focus. */
function closeSuggestions(form: HTMLFormElement): void {
  const open = form.querySelector<HTMLElement>('[role=combobox][aria-expanded=true]:focus');
  open?.blur();
  open?.focus();
}
