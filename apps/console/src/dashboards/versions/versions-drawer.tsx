import { listDashboardContentVersionsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Badge, Drawer, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.js';
import { pageQuery } from '../../components/paging.js';
import { Pager, RowButton } from '../../components/resource-table.js';
import { useConnectedUser } from '../../session/connected-user.js';
import { Instant } from '../../time/instant.js';
import type { DashboardPath } from '@tributary/client/dashboards/stored-content';

interface VersionsDrawerProps {
  path: DashboardPath;
  /** The version that the page shows; undefined for the current one. */
  shown: string | undefined;
  onShow: (version: string | undefined) => void;
  onClose: () => void;
}

/** Every content that the dashboard has had, the newest first. */
export function VersionsDrawer({ path, shown, onShow, onClose }: VersionsDrawerProps) {
  const [page, setPage] = useState(1);
  const { dashboard_id, organisation_id } = path;
  const versions = useQuery(
    listDashboardContentVersionsOptions({ path: { dashboard_id }, query: { organisation_id, ...pageQuery(page) } }),
  );
  return (
    <Drawer opened onClose={onClose} position="right" title="Versions of the content">
      <QueryView query={versions}>
        {({ data, total }) => (
          <Stack gap="xs">
            {data.length === 0 && <Text c="dimmed">This dashboard has had no content yet.</Text>}
            {data.map(({ id, created_ts, created_by }, index) => {
              const isCurrent = page === 1 && index === 0;
              const isShown = shown === undefined ? isCurrent : shown === id;
              return (
                <Paper key={id} withBorder p="xs" component="article" aria-label={`Version ${id}`}>
                  <Group justify="space-between" wrap="nowrap">
                    <div>
                      <Instant at={created_ts} />
                      <Text size="sm" c="dimmed">
                        by <UserName id={created_by} /> · version {id}
                      </Text>
                    </div>
                    {isShown ? (
                      <Badge variant="default" tt="none">
                        Shown
                      </Badge>
                    ) : (
                      <RowButton onClick={() => onShow(isCurrent ? undefined : id)}>
                        {isCurrent ? 'Show the current one' : 'Preview'}
                      </RowButton>
                    )}
                  </Group>
                </Paper>
              );
            })}
            <Pager total={total} page={page} onPage={setPage} />
          </Stack>
        )}
      </QueryView>
    </Drawer>
  );
}

/** Other users have their id only: their names need a stronger role than the dashboard does. */
export function UserName({ id }: { id: string }) {
  const { id: own } = useConnectedUser();
  return <>{id === own ? 'you' : `user ${id}`}</>;
}
