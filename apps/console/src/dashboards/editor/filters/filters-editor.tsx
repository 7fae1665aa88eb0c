import { Button, Group, Menu, Paper, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { booleanField, textField } from '@tributary/dashboards/json/json-object';
import { reportNames } from '@tributary/contracts/rules/reports/report-names';
import { nameOptions, renderName, searchNames } from '../../../words/name-options.js';
import type { Editor } from '../content/use-editor.js';
import {
  dimensionOf,
  filtersOf,
  freeNames,
  nameOfFilter,
  newFilterOf,
  setDimension,
  setFilters,
} from './edit-filters.js';

const dimensions = [...new Set<string>([...reportNames.activities.dimensions, ...reportNames.collections.dimensions])];

/** The filters on top of the dashboard. */
export function FiltersEditor({ editor: { content, change } }: { editor: Editor }) {
  const filters = filtersOf(content);
  const free = freeNames(filters);
  return (
    <Paper withBorder p="sm" component="section" aria-label="Filters of the dashboard">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Filters: the chosen values apply to every chart of the dashboard.
          </Text>
          <Menu disabled={free.length === 0}>
            <Menu.Target>
              <Button size="xs" variant="default" disabled={free.length === 0}>
                Add a filter
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {free.map((name) => (
                <Menu.Item key={name} onClick={() => change(setFilters(content, [...filters, newFilterOf(name)]))}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
        {filters.map((filter, index) => (
          <FilterEditor
            key={index}
            filter={filter}
            onChange={(next) => change(setFilters(content, filters.with(index, next)), `filter ${index}`)}
            onRemove={() => change(setFilters(content, filters.toSpliced(index, 1)))}
          />
        ))}
      </Stack>
    </Paper>
  );
}

interface FilterEditorProps {
  filter: JsonObject;
  onChange: (filter: JsonObject) => void;
  onRemove: () => void;
}

function FilterEditor({ filter, onChange, onRemove }: FilterEditorProps) {
  const name = nameOfFilter(filter) ?? 'unknown';
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={`Filter ${name}`}>
      <TextInput
        label={`Title of ${name}`}
        value={textField(filter, 'title') ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, title: value })}
      />
      <Select
        label="Dimension"
        data={nameOptions(dimensions)}
        renderOption={renderName}
        filter={searchNames}
        value={dimensionOf(filter) || null}
        onChange={(value) => value !== null && onChange(setDimension(filter, value))}
        searchable
      />
      <Switch
        label="Several values"
        pb={8}
        checked={booleanField(filter, 'multi_select') ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ ...filter, multi_select: checked })}
      />
      <Button variant="default" onClick={onRemove}>
        Remove
      </Button>
    </Group>
  );
}
