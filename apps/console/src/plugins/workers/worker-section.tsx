import { RequestFailure } from '@tributary/client/request-failure';
import {
  getPluginWorkerOptions,
  deletePluginWorkerMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { PluginVersion, PluginWorker } from '@tributary/client/generated/types.gen';
import { Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../../components/page.js';
import { EmptyState } from '../../components/empty-state.js';
import { QueryView, RowsSkeleton } from '../../components/query-view.js';
import { Instant } from '../../time/instant.js';
import { WorkerForm, type WorkerPath } from './worker-form.js';
import { SecretDialog } from '../../components/secret-dialog.js';
import { Snippet } from '../../components/snippet.js';
import { workerVariables } from './worker-variables.js';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { RowButton } from '../../components/resource-table.js';

/** Where the version runs. Only for admins: the token of a worker reads the settings of all instances. */
export function WorkerSection({ version }: { version: PluginVersion }) {
  const path = { plugin_id: version.plugin_id, version_id: version.id };
  const query = useQuery(getPluginWorkerOptions({ path }));
  const [opened, setOpened] = useState<'address' | 'token' | 'delete'>();
  const [token, setToken] = useState<string>();
  const isAbsent = isNotFound(query.error);
  // After a deletion the last answer is still there.
  const worker = isAbsent ? undefined : query.data?.data;
  const close = () => setOpened(undefined);
  return (
    <Stack gap="xs" component="section" aria-label="Worker">
      <SectionTitle>Worker</SectionTitle>
      {isAbsent ? (
        <EmptyState title="No worker" action={<Button onClick={() => setOpened('address')}>Create a worker</Button>}>
          The worker is the address where this version runs. Until it is registered, every call counts as failed with
          NO_WORKER.
        </EmptyState>
      ) : (
        <QueryView query={query} skeleton={<RowsSkeleton rows={2} />}>
          {({ data }) => <WorkerCard worker={data} onOpen={setOpened} />}
        </QueryView>
      )}
      {opened && opened !== 'delete' && (
        <WorkerForm path={path} worker={worker} rotates={opened === 'token'} onClose={close} onToken={setToken} />
      )}
      {opened === 'delete' && <DeleteWorker path={path} onClose={close} />}
      <WorkerToken token={token} worker_id={worker?.worker_id} onClose={() => setToken(undefined)} />
    </Stack>
  );
}

const isNotFound = (failure: unknown) => failure instanceof RequestFailure && failure.status === 404;

interface WorkerCardProps {
  worker: PluginWorker;
  onOpen: (dialog: 'address' | 'token' | 'delete') => void;
}

function WorkerCard({ worker: { url, worker_id, last_modified_ts }, onOpen }: WorkerCardProps) {
  return (
    <Card withBorder>
      <SimpleGrid cols={{ base: 1, sm: 3 }} component="dl" m={0}>
        <Detail term="Address">
          <code>{url}</code>
        </Detail>
        <Detail term="Worker id (PLUGIN_WORKER_ID)">
          <code>{worker_id}</code>
        </Detail>
        <Detail term="Last change">
          <Instant at={last_modified_ts} />
        </Detail>
      </SimpleGrid>
      <Group gap="xs" mt="sm">
        <RowButton onClick={() => onOpen('address')}>Change the address</RowButton>
        <RowButton onClick={() => onOpen('token')}>Make a new token</RowButton>
        <RowButton onClick={() => onOpen('delete')}>Delete the worker</RowButton>
      </Group>
    </Card>
  );
}

function Detail({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {term}
      </Text>
      <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}

interface WorkerTokenProps {
  /** Undefined while the dialog is closed. */
  token: string | undefined;
  worker_id: string | undefined;
  onClose: () => void;
}

function WorkerToken({ token, worker_id = '…', onClose }: WorkerTokenProps) {
  return (
    <SecretDialog title="The token of the worker" secret={token} onClose={onClose}>
      <Text>Start the worker with it. Programs with the public SDK read these variables:</Text>
      <Snippet label="the variables" text={workerVariables(worker_id, window.location)} />
    </SecretDialog>
  );
}

const DeleteWorker = ({ path, onClose }: { path: WorkerPath; onClose: () => void }) => (
  <ConfirmWrite
    title="Delete the worker"
    onClose={onClose}
    write={deletePluginWorkerMutation()}
    request={{ path }}
    changes={['getPluginWorker']}
    confirm="Delete"
  >
    The version is called no more: its instances fail with NO_WORKER, and their error recovery strategy decides about
    the activities. Its tokens end. A worker registered later gets another worker id.
  </ConfirmWrite>
);
