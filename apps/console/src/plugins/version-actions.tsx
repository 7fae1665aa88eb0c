import {
  updatePluginMutation,
  updatePluginVersionMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Plugin, PluginVersion } from '@tributary/client/generated/types.gen';
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '../components/resource-table.js';
import { ConfirmDialog } from '../components/confirm-dialog.js';

/** Makes a version current, archives it, or takes it back into use. */
export function VersionActions({ plugin, version }: { plugin: Plugin; version: PluginVersion }) {
  const [asked, setAsked] = useState<'current' | 'archive'>();
  const shared = {
    meta: { changes: ['getPlugin', 'listPlugins', 'listPluginVersions', 'getPluginVersion'] },
    onSuccess: () => setAsked(undefined),
  } as const;
  const setCurrent = useMutation({ ...updatePluginMutation(), ...shared });
  const archive = useMutation({ ...updatePluginVersionMutation(), ...shared });
  const { isPending, error } = asked === 'current' ? setCurrent : archive;
  const { plugin_type, group_id, artifact_id, id: plugin_id } = plugin;
  const { id, version_id, archived, max_qps } = version;
  const confirm = () => {
    if (asked === 'current')
      setCurrent.mutate({ path: { plugin_id }, body: { plugin_type, group_id, artifact_id, current_version_id: id } });
    else archive.mutate({ path: { plugin_id, version_id: id }, body: { version_id, max_qps, archived: !archived } });
  };
  const archiving = archived ? 'Use again' : 'Archive';
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {!archived && id !== plugin.current_version_id && (
        <RowButton onClick={() => setAsked('current')}>Make current</RowButton>
      )}
      <RowButton aria-label={`${archiving} ${version_id}`} onClick={() => setAsked('archive')}>
        {archiving}
      </RowButton>
      <ConfirmDialog
        title={asked === 'current' ? `Make ${version_id} current` : `${archiving}: version ${version_id}`}
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm}
        confirm={asked === 'current' ? 'Make current' : archiving}
        isPending={isPending}
        failure={error}
      >
        {asked === 'current' &&
          'The plugin names it as its current version. Instances keep the version that they have.'}
        {asked === 'archive' &&
          (archived
            ? 'Its instances are called again within a second.'
            : 'Calls to its instances end: they fail with NO_WORKER. It can be used again later.')}
      </ConfirmDialog>
    </Group>
  );
}
