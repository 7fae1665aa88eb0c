import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { booleanField, field, objectOf, textField } from '@tributary/dashboards/json/json-object';
import { problemsOf, type Clock } from '@tributary/dashboards/queries/query';
import { QueryFields } from '../../../reports/query/query-fields.js';
import type { Cube } from '@tributary/contracts/rules/reports/report-names';
import { sourceOf } from './dataset-types.js';
import { readQueryJson, writeQueryJson } from '@tributary/dashboards/content/query-json';

interface SourceFieldsProps {
  dataset: JsonObject;
  clock: Clock;
  onChange: (dataset: JsonObject) => void;
}

export function SourceFields({ dataset, clock, onChange }: SourceFieldsProps) {
  const type = sourceOf(dataset);
  if (type === 'data_file') return <FileFields dataset={dataset} onChange={onChange} />;
  if (!type) return <Text c="dimmed">A dataset of this type is stored, but not computed here. Its JSON shows it.</Text>;
  const cube: Cube = type === 'activities_analytics' ? 'activities' : 'collections';
  const stored = field(dataset, 'query_json');
  const query = readQueryJson(stored);
  if (!query) return <Text c="dimmed">This query has more than the form can show. Edit it as JSON.</Text>;
  const timeZone = textField(objectOf(stored), 'time_zone');
  const ownClock = { ...clock, ...(timeZone !== undefined && { timeZone }) };
  return (
    <>
      <QueryFields
        cube={cube}
        query={query}
        problems={problemsOf(query, ownClock)}
        clock={ownClock}
        onChange={(next) => onChange({ ...dataset, query_json: writeQueryJson(next, timeZone) })}
      />
      {cube === 'activities' && (
        <Switch
          label="On the page of a segment: only its people"
          checked={booleanField(dataset, 'adapt_to_scope') ?? false}
          onChange={({ currentTarget: { checked } }) => onChange({ ...dataset, adapt_to_scope: checked })}
        />
      )}
    </>
  );
}

function FileFields({ dataset, onChange }: Omit<SourceFieldsProps, 'clock'>) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label="URI of the file"
        placeholder="mics://data_file/…"
        value={textField(dataset, 'uri') ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...dataset, uri: value })}
      />
      <TextInput
        label="JSONPath of the values"
        placeholder="$.values"
        value={textField(dataset, 'JSON_path') ?? textField(dataset, 'json_path') ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...dataset, JSON_path: value, json_path: undefined })}
      />
    </SimpleGrid>
  );
}
