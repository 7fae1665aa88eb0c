import { auditActions } from '@tributary/client/audit/audit-actions';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { readAuditSearch, type AuditSearch } from './read-audit-search.js';

interface AuditFiltersProps {
  search: AuditSearch;
  /** Called with the filters that are applied; they begin on the first page. */
  onChange: (search: AuditSearch) => void;
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { page: _page, ...applied } = search;
  const [filters, setFilters] = useState<AuditSearch>(applied);
  const text = (name: 'resource' | 'user' | 'since' | 'until') => ({
    value: filters[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFilters((before) => ({ ...before, [name]: value })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(readAuditSearch({ ...filters }));
  };
  return (
    <Group component="form" align="end" onSubmit={submit} mb="md">
      <Select
        label="Action"
        placeholder="any"
        clearable
        data={[...auditActions]}
        value={filters.action ?? null}
        onChange={(action) =>
          setFilters(({ action: _action, ...others }) => ({ ...others, ...readAuditSearch({ action }) }))
        }
      />
      <TextInput label="Resource" placeholder="such as datamart" {...text('resource')} />
      <TextInput label="User id" placeholder="any" {...text('user')} />
      <TextInput label="From" type="date" {...text('since')} />
      <TextInput label="To" type="date" {...text('until')} />
      <Button type="submit">Apply</Button>
      <Button
        variant="default"
        onClick={() => {
          setFilters({});
          onChange({});
        }}
      >
        Clear
      </Button>
    </Group>
  );
}
