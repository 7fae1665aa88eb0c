import { datasetWords } from '@tributary/contracts/rules/reports/report-words';
import type { Clock } from '@tributary/dashboards/queries/query';
import { Button, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
import { transformationTypes } from '@tributary/dashboards/content/read-transformation';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { textField } from '@tributary/dashboards/json/json-object';
import {
  arityOf,
  changeTransformation,
  newSource,
  sourceTypes,
  sourcesOfDataset,
  transformationOf,
  typeOf,
  unwrap,
  wrap,
  type TransformationType,
} from './dataset-types.js';
import { SourceFields } from './source-fields.js';
import { TransformationOptions } from './transformation-options.js';
import { PlainButton } from '../../../components/page.js';

interface DatasetFieldsProps {
  /** For the names of the fields: `Source 1.2`. */
  name: string;
  dataset: JsonObject;
  clock: Clock;
  onChange: (dataset: JsonObject) => void;
  onRemove?: (() => void) | undefined;
}

const named = (types: readonly string[]) =>
  types.map((value) => ({ value, label: datasetWords[value]?.name ?? value }));

/** Where data comes from, and what is computed of it: a chain or a tree of transformations with sources at its ends. */
export function DatasetFields({ name, dataset, clock, onChange, onRemove }: DatasetFieldsProps) {
  const transformation = transformationOf(dataset);
  const type = transformation ?? typeOf(dataset);
  const isOffered = [...transformationTypes, ...sourceTypes].some((each) => each === type);
  const choose = (chosen: string) => {
    const source = sourceTypes.find((each) => each === chosen);
    const next = transformationTypes.find((each) => each === chosen);
    if (source) onChange(newSource(source));
    else if (next) onChange(transformation ? changeTransformation(dataset, next) : wrap(dataset, next));
  };
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Stack gap="sm">
        <Group align="flex-end" gap="xs">
          <NativeSelect
            label={name}
            title={type}
            description={Object.hasOwn(datasetWords, type) && datasetWords[type]?.sentence}
            value={type}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              ...(isOffered ? [] : [{ value: type, label: type || 'Choose one' }]),
              { group: 'Sources', items: named(sourceTypes) },
              { group: 'Transformations', items: named(transformationTypes) },
            ]}
          />
          <TextInput
            label="Series title"
            value={textField(dataset, 'series_title') ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...dataset, series_title: value || undefined })}
          />
          {transformation && (
            <PlainButton onClick={() => onChange(unwrap(dataset))}>
              Take out {datasetWords[transformation]?.name ?? transformation}
            </PlainButton>
          )}
          {onRemove && <PlainButton onClick={onRemove}>Remove the source</PlainButton>}
        </Group>
        {transformation ? (
          <Transformed type={transformation} name={name} dataset={dataset} clock={clock} onChange={onChange} />
        ) : (
          <SourceFields dataset={dataset} clock={clock} onChange={onChange} />
        )}
      </Stack>
    </Paper>
  );
}

function Transformed({ type, name, dataset, clock, onChange }: DatasetFieldsProps & { type: TransformationType }) {
  const sources = sourcesOfDataset(dataset);
  const [least, most] = arityOf(type);
  const change = (next: JsonObject[]) => onChange({ ...dataset, sources: next });
  return (
    <>
      <TransformationOptions type={type} dataset={dataset} onChange={onChange} />
      {sources.map((source, index) => (
        <DatasetFields
          key={index}
          name={`${name}.${index + 1}`}
          dataset={source}
          clock={clock}
          onChange={(next) => change(sources.with(index, next))}
          onRemove={sources.length > least ? () => change(sources.toSpliced(index, 1)) : undefined}
        />
      ))}
      {sources.length < most && (
        <Group>
          <Button size="xs" variant="default" onClick={() => change([...sources, newSource('activities_analytics')])}>
            Add a source
          </Button>
        </Group>
      )}
    </>
  );
}
