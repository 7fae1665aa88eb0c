import { Alert, Stack, Switch, Text } from '@mantine/core';
import { SectionTitle } from '../../components/page.js';
import { ColumnFields } from './column-fields.js';
import { MappingDefaults } from './mapping-defaults.js';
import { MappingPreview } from './mapping-preview.js';
import type { MappingChoice } from './use-mapping.js';

/** The step in which the columns of a table become identifiers, fields and properties. */
export function MappingStep({ choice, isDisabled }: { choice: MappingChoice; isDisabled: boolean }) {
  const { isPossible, isOn, setOn, table, problem } = choice;
  if (!isPossible) return null;
  return (
    <Stack gap="sm" role="region" aria-label="Columns">
      <SectionTitle>Columns</SectionTitle>
      <Switch
        label="Map the columns of this table"
        description="E-mail addresses are hashed in this browser. Without it, the file is sent as it is, and its columns must have the names of the template."
        checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget: { checked } }) => setOn(checked)}
      />
      {problem && (
        <Alert variant="default" title="The table cannot be read">
          {problem}
        </Alert>
      )}
      {table && (
        <>
          <MappingDefaults mapping={table.mapping} onChange={table.change} />
          <ColumnFields head={table.head} mapping={table.mapping} onChange={table.change} />
          {table.problem ? (
            <Alert variant="default" title="The mapping is not complete">
              {table.problem}
            </Alert>
          ) : (
            <MappingPreview head={table.head} mapping={table.mapping} />
          )}
          <Text size="sm" c="dimmed">
            Nothing leaves this browser before you import. A row that cannot be read is counted as a failed line, and
            its content is not sent.
          </Text>
        </>
      )}
    </Stack>
  );
}
