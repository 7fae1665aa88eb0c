import {
  Box,
  Button,
  ColorSwatch,
  Group,
  Modal,
  NativeSelect,
  Paper,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { chartTypes } from '@tributary/contracts/rules/dashboards/content-rules';
import { describeProblems } from '@tributary/contracts/rules/dashboards/describe-problems';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { memberOf, objectOf } from '@tributary/dashboards/json/json-object';
import { isColor } from '@tributary/contracts/rules/dashboards/content-rules';
import { useState } from 'react';
import { useReportZone } from '../../../time/instant.js';
import { useNow } from '../../../time/use-now.js';
import type { StoredChart } from '../content/edit-content.js';
import { ChartPreview } from './chart-preview.js';
import { DatasetFields } from './dataset-fields.js';
import { titleOfDataset } from './title-of-dataset.js';
import { OptionFields } from './option-fields.js';

interface ChartFormProps {
  chart: StoredChart;
  context: PageContext;
  onClose: () => void;
  onApply: (chart: StoredChart) => void;
}

const previewMs = 500;

/** A chart with a preview that follows the form. Nothing is changed before it is applied. */
export function ChartForm({ chart, context, onClose, onApply }: ChartFormProps) {
  const [edited, setEdited] = useState(chart);
  const [previewed] = useDebouncedValue(edited, previewMs);
  const clock = { now: useNow(Date, 10_000), timeZone: useReportZone() };
  const change = (changes: Partial<StoredChart>) => setEdited({ ...edited, ...changes });
  // A title that says what the data is goes on to say it.
  const changeData = (dataset: JsonObject) => {
    const title = titleOfDataset(dataset);
    const follows = title !== undefined && edited.title === titleOfDataset(objectOf(edited.dataset));
    change({ dataset, ...(follows && { title }) });
  };
  const type = memberOf(chartTypes, edited.type);
  const problems = problemsOfChart(edited);
  return (
    <Modal opened onClose={onClose} title={`Chart ${chart.title ?? ''}`} size="90rem" closeOnClickOutside={false}>
      <Stack>
        <Group align="flex-start" wrap="wrap" gap="md">
          <Stack flex="2 1 420px" gap="sm">
            <Appearance chart={edited} onChange={change} />
            <DatasetFields name="Data" dataset={objectOf(edited.dataset)} clock={clock} onChange={changeData} />
          </Stack>
          <Stack flex="1 1 320px" gap="sm">
            <Title order={3} size="h5">
              Preview
            </Title>
            <Paper withBorder p="sm">
              <Box h={300}>
                <ChartPreview key={previewed.type} chart={previewed} context={context} order={4} />
              </Box>
            </Paper>
            {type && (
              <OptionFields
                type={type}
                options={objectOf(edited.options)}
                onChange={(options) => change({ options })}
              />
            )}
          </Stack>
        </Group>
        {problems.filter(isOfNoField).map((problem) => (
          <Text key={problem} c="red" size="sm" role="alert">
            {problem}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={problems.length > 0} onClick={() => onApply(edited)}>
            Apply
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const prefix = 'sections[0].cards[0].charts[0].';

/** The field of the colours says itself which are wrong. */
const isOfNoField = (problem: string) => !problem.startsWith('colors[');

/** The problems for which the server would refuse a chart: `type must be one of …`. */
function problemsOfChart(chart: StoredChart): string[] {
  const content = { sections: [{ cards: [{ x: 0, y: 0, w: 1, h: 1, charts: [chart] }] }] };
  return describeProblems(content).map(({ path, message }) => `${path.replace(prefix, '')} ${message}`);
}

function Appearance({ chart, onChange }: { chart: StoredChart; onChange: (changes: Partial<StoredChart>) => void }) {
  const colors = chart.colors ?? [];
  const wrong = colors.filter((color) => !isColor(color));
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label="Title"
          value={chart.title ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ title: value })}
          data-autofocus
        />
        <NativeSelect
          label="Type"
          data={[...chartTypes]}
          value={memberOf(chartTypes, chart.type) ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ type: value })}
        />
      </Group>
      <TagsInput
        label="Colours"
        description="As #00A1DF, in the order of the series. None: the usual ones."
        value={colors}
        onChange={(next) => onChange({ colors: next.length > 0 ? next : undefined })}
        error={wrong.length > 0 && `${wrong.join(', ')}: write a colour as # and six digits, like #00A1DF`}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Remove all colours' }}
      />
      {colors.length > 0 && (
        <Group gap={4}>
          {colors.filter(isColor).map((color, index) => (
            <ColorSwatch key={index} color={color} size={18} />
          ))}
        </Group>
      )}
    </>
  );
}
