import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { reducers } from '@tributary/dashboards/content/dataset';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { numberField, textField, field, objectOf } from '@tributary/dashboards/json/json-object';
import type { TransformationType } from './dataset-types.js';

interface TransformationOptionsProps {
  type: TransformationType;
  dataset: JsonObject;
  onChange: (dataset: JsonObject) => void;
}

const models = ['CHANNELS', 'SEGMENTS', 'COMPARTMENTS', 'ORGANISATIONS', 'DATAMARTS'];

/** The options of a transformation that has some. */
export function TransformationOptions({ type, dataset, onChange }: TransformationOptionsProps) {
  const options = (name: string) => objectOf(field(dataset, name));
  const set = (name: string, part: string, value: unknown) =>
    onChange({ ...dataset, [name]: { ...options(name), [part]: value } });
  if (type === 'reduce')
    return (
      <NativeSelect
        label="Reduced to"
        data={[...reducers]}
        value={textField(options('reduce_options'), 'type') ?? 'sum'}
        onChange={({ currentTarget: { value } }) => set('reduce_options', 'type', value)}
      />
    );
  if (type === 'format-dates')
    return (
      <TextInput
        label="Format of the dates"
        placeholder="YYYY-MM-DD"
        value={textField(options('date_options'), 'format') ?? ''}
        onChange={({ currentTarget: { value } }) => set('date_options', 'format', value || undefined)}
      />
    );
  if (type === 'get-decorators')
    return (
      <NativeSelect
        label="Names of"
        data={[{ value: '', label: 'Choose one' }, ...models]}
        value={textField(options('decorators_options'), 'model_type')?.toUpperCase() ?? ''}
        onChange={({ currentTarget: { value } }) => set('decorators_options', 'model_type', value || undefined)}
      />
    );
  return type === 'index' ? (
    <IndexOptions options={options('options')} onChange={(...change) => set('options', ...change)} />
  ) : null;
}

interface IndexOptionsProps {
  options: JsonObject;
  onChange: (name: string, value: unknown) => void;
}

function IndexOptions({ options, onChange }: IndexOptionsProps) {
  const number = (next: string | number) => (typeof next === 'number' ? next : undefined);
  return (
    <Group gap="xs">
      <NumberInput
        label="Least percentage"
        value={numberField(options, 'minimum_percentage') ?? ''}
        onChange={(next) => onChange('minimum_percentage', number(next))}
        hideControls
      />
      <NumberInput
        label="Most points"
        placeholder="10"
        value={numberField(options, 'limit') ?? ''}
        onChange={(next) => onChange('limit', number(next))}
        hideControls
      />
      <NativeSelect
        label="Sorted"
        data={['descending', 'ascending']}
        value={textField(options, 'sort') ?? 'descending'}
        onChange={({ currentTarget: { value } }) => onChange('sort', value)}
      />
    </Group>
  );
}
