import { listPluginVersionsOptions, listPluginsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { useDatamart } from '../shell/use-datamart.js';
import { wholeList } from '../components/paging.js';

interface VersionSelectProps {
  /** The plugin of an analyzer. It cannot change, so only its versions are offered. */
  plugin_id: string | undefined;
  value: string;
  onChange: (version_id: string) => void;
  error: string | undefined;
}

/** A plugin that analyzes activities, and one of its versions. */
export function VersionSelect({ plugin_id, value, onChange, error }: VersionSelectProps) {
  const { organisation_id } = useDatamart();
  const [chosen, setChosen] = useState(plugin_id);
  const plugins = useQuery(
    listPluginsOptions({ query: { organisation_id, plugin_type: 'ACTIVITY_ANALYZER', ...wholeList } }),
  );
  const versions = useQuery({
    ...listPluginVersionsOptions({ path: { plugin_id: chosen ?? '' }, query: wholeList }),
    enabled: chosen !== undefined,
  });
  const choose = (id: string | null) => {
    setChosen(id ?? undefined);
    onChange('');
  };
  const offered = (versions.data?.data ?? []).filter(({ id, archived }) => !archived || id === value);
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label="Plugin"
          required
          disabled={plugin_id !== undefined}
          data={(plugins.data?.data ?? []).map(({ id, group_id, artifact_id }) => ({
            value: id,
            label: `${group_id}:${artifact_id}`,
          }))}
          value={chosen ?? null}
          onChange={choose}
        />
        <Select
          label="Version"
          required
          disabled={chosen === undefined}
          data={offered.map(({ id, version_id }) => ({ value: id, label: version_id }))}
          value={value || null}
          onChange={(id) => onChange(id ?? '')}
          error={error}
        />
      </Group>
      {plugins.error != null && <FailureNotice failure={plugins.error} onRetry={() => void plugins.refetch()} />}
      {versions.error != null && <FailureNotice failure={versions.error} onRetry={() => void versions.refetch()} />}
    </>
  );
}
