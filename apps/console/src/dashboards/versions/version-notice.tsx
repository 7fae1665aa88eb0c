import { Alert, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FailureNotice } from '../../components/failure-notice.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import {
  isClash,
  saveContent,
  type DashboardPath,
  type StoredContent,
} from '@tributary/client/dashboards/stored-content';
import { contentKey, contentOptions } from '../content/content-query.js';
import { useRefreshContent } from '../content/use-refresh-content.js';
import { UserName } from './versions-drawer.js';
import { RowButton } from '../../components/resource-table.js';

interface VersionNoticeProps {
  path: DashboardPath;
  /** The earlier content that the page shows. */
  version: StoredContent;
  /** Shows the current content. */
  onLeave: () => void;
}

/** Says that the page shows an earlier content, and offers to restore it. */
export function VersionNotice({ path, version, onLeave }: VersionNoticeProps) {
  const { may } = useDatamart();
  const current = useQuery(contentOptions(path));
  const { restore, isPending, failure } = useRestore(path, version, onLeave);
  return (
    <Alert color="yellow" variant="light" title="An earlier version" role="status">
      <Group justify="space-between">
        <Text size="sm" component="div">
          Saved by <UserName id={version.created_by} />, <Instant at={version.created_ts} />
        </Text>
        <Group gap="xs">
          <RowButton onClick={onLeave}>Show the current one</RowButton>
          {may('EDITOR') && current.data !== undefined && (
            <Button size="xs" loading={isPending} onClick={() => restore(current.data)}>
              Restore this version
            </Button>
          )}
        </Group>
      </Group>
      {isClash(failure) && <Clash path={path} onLook={onLeave} />}
      {failure !== null && !isClash(failure) && <FailureNotice failure={failure} />}
    </Alert>
  );
}

function useRestore(path: DashboardPath, version: StoredContent, onRestored: () => void) {
  const queries = useQueryClient();
  const refresh = useRefreshContent();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (replaced: StoredContent | null) => saveContent(path, version.content, replaced),
    onSuccess: async () => {
      await refresh(path);
      notifications.show({ message: 'The version is restored: it is the current content again.' });
      onRestored();
    },
    // The newer content is read, so that its author can be named.
    onError: (failure) => isClash(failure) && queries.invalidateQueries({ queryKey: contentKey(path) }),
  });
  return { restore: mutate, isPending, failure: error };
}

/** Another user has saved since the page was read. */
function Clash({ path, onLook }: { path: DashboardPath; onLook: () => void }) {
  const { data: newer, isFetching } = useQuery(contentOptions(path));
  return (
    <Alert color="red" variant="light" title="Not restored: there is a newer content" role="alert" mt="sm">
      <Group justify="space-between">
        {newer && !isFetching ? (
          <Text size="sm" component="div">
            Saved by <UserName id={newer.created_by} />, <Instant at={newer.created_ts} />. Restore again to replace it.
          </Text>
        ) : (
          <Text size="sm">Reading it …</Text>
        )}
        <RowButton onClick={onLook}>Look at it</RowButton>
      </Group>
    </Alert>
  );
}
