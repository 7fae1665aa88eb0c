import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Operation } from '../../repeat-reads.js';
import { useSinglePress } from '../use-single-press.js';
import { BulkOutcome } from './bulk-outcome.js';
import { runEach, type Outcome } from './run-each.js';

interface BulkDialogProps<Row> {
  title: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  act: (row: Row) => Promise<unknown>;
  /** The button: `Remove`. */
  confirm: string;
  /** The reads that show another answer afterwards. */
  changes: readonly Operation[];
  /** With those that failed or were left still chosen, if there are some. */
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
}

/**
 * Asks before an action on several rows, shows how far it is, and lists those that failed, which can be tried again. While it
 * acts, closing it only stops it: it shows then what failed and how many are left.
 */
export function BulkDialog<Row>({
  title,
  idOf,
  nameOf,
  act,
  confirm,
  changes,
  onClose,
  children,
  ...props
}: BulkDialogProps<Row>) {
  const [rows, setRows] = useState(props.rows);
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<Row>>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return runEach(rows, act, { onDone: setDone, signal: stop.current.signal });
    },
    meta: { changes },
  });
  const show = (ended: Outcome<Row>) => {
    const undone = [...ended.failed.map(({ row }) => row), ...ended.left];
    if (undone.length === 0) return onClose();
    setOutcome(ended);
    setRows(undone);
  };
  const press = useSinglePress(isPending, () => {
    setDone(0);
    setOutcome(undefined);
    // The callback of this call ends with the dialog, that of the mutation would not: it would close the next dialog.
    mutate(undefined, { onSuccess: show });
  });
  const start = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  const close = isPending ? () => stop.current.abort() : onClose;
  return (
    <Modal opened onClose={close} title={title} closeOnClickOutside={false}>
      <form onSubmit={start}>
        <Stack>
          {outcome ? <BulkOutcome {...outcome} idOf={idOf} nameOf={nameOf} /> : children}
          {isPending && <Done count={done} total={rows.length} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {isPending ? 'Stop' : outcome ? 'Done' : 'Cancel'}
            </Button>
            <Button type="submit" color="red" loading={isPending}>
              {outcome ? againLabel(outcome) : confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const againLabel = ({ failed, left }: Outcome<unknown>) =>
  left.length === 0 ? `Try ${failed.length} again` : `Go on with ${failed.length + left.length}`;

function Done({ count, total }: { count: number; total: number }) {
  return (
    <div>
      <Progress.Root>
        <Progress.Section value={(100 * count) / total} aria-label="Progress" />
      </Progress.Root>
      <Text size="sm" role="status">
        {count} of {total}
      </Text>
    </div>
  );
}
