import { Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Operation } from '../../repeat-reads.js';
import { messageOfFailure } from '../failure-notice.js';
import { useSinglePress } from '../use-single-press.js';
import { runEach, type FailedRow } from './run-each.js';

interface BulkDialogProps<Row> {
  title: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  act: (row: Row) => Promise<unknown>;
  /** The button: `Remove`. */
  confirm: string;
  /** The reads that show another answer afterwards. */
  changes: readonly Operation[];
  /** With those that failed still chosen, if there are some. */
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
}

/** Asks before an action on several rows, shows how far it is, and lists those that failed, which can be tried again. */
export function BulkDialog<Row>({
  title,
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
  const [failed, setFailed] = useState<FailedRow<Row>[]>([]);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return runEach(rows, act, { onDone: setDone, signal: stop.current.signal });
    },
    meta: { changes },
  });
  const show = (failures: FailedRow<Row>[]) => {
    if (failures.length === 0) return onClose();
    setFailed(failures);
    setRows(failures.map(({ row }) => row));
  };
  const press = useSinglePress(isPending, () => {
    setDone(0);
    setFailed([]);
    // The callback of this call ends with the dialog, that of the mutation would not: it would close the next dialog.
    mutate(undefined, { onSuccess: show });
  });
  const start = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={start}>
        <Stack>
          {failed.length === 0 ? children : <Failures failed={failed} nameOf={nameOf} />}
          {isPending && <Done count={done} total={rows.length} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={isPending ? () => stop.current.abort() : onClose}>
              {isPending ? 'Stop' : failed.length > 0 ? 'Done' : 'Cancel'}
            </Button>
            <Button type="submit" color="red" loading={isPending}>
              {failed.length > 0 ? `Try ${failed.length} again` : confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

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

function Failures<Row>({ failed, nameOf }: { failed: readonly FailedRow<Row>[]; nameOf: (row: Row) => string }) {
  return (
    <div role="alert">
      <Text>{failed.length === 1 ? 'One was refused:' : `${failed.length} were refused:`}</Text>
      <List size="sm">
        {failed.map(({ row, failure }) => (
          <List.Item key={nameOf(row)}>
            {nameOf(row)}: {messageOfFailure(failure)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
