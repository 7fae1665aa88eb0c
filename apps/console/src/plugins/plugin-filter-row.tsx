import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { pluginTypes } from './plugin-types.js';
import { readPluginFilters, type PluginFilters } from './read-plugin-search.js';

interface PluginFilterRowProps {
  filters: PluginFilters;
  onChange: (filters: PluginFilters) => void;
}

export function PluginFilterRow({ filters, onChange }: PluginFilterRowProps) {
  const [group_id, setGroup] = useState(filters.group_id ?? '');
  const [artifact_id, setArtifact] = useState(filters.artifact_id ?? '');
  const apply = (plugin_type: string | undefined) =>
    onChange(readPluginFilters({ plugin_type, group_id, artifact_id }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(filters.plugin_type);
  };
  return (
    <form role="search" aria-label="Filter the plugins" onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label="Type"
          data={[{ value: '', label: 'All types' }, ...pluginTypes]}
          value={filters.plugin_type ?? ''}
          onChange={({ currentTarget }) => apply(currentTarget.value)}
        />
        <TextInput
          label="Group"
          placeholder="com.example"
          value={group_id}
          onChange={({ currentTarget }) => setGroup(currentTarget.value)}
        />
        <TextInput
          label="Artifact"
          placeholder="products"
          value={artifact_id}
          onChange={({ currentTarget }) => setArtifact(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Filter
        </Button>
      </Group>
    </form>
  );
}
