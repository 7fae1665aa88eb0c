import type { UserPoint } from '@tributary/client/generated/types.gen';
import { Code, Group, Paper, Stack, Text } from '@mantine/core';
import { CopyButton } from '../components/copy-button.js';
import { Instant } from '../time/instant.js';
import { Fact } from '../components/fact.js';
import { PersonSummary } from './summary/person-summary.js';

/** Which person it is, how active, since when it is known, and who was merged into it. */
export function PersonHeader({ person, selector }: { person: UserPoint; selector: string }) {
  const { id, creation_ts, merged_ids } = person;
  return (
    <Paper component="section" aria-label="Summary" withBorder p="md">
      <Stack gap="xs">
        <PersonSummary user_point_id={id} />
        <Fact name="User point id">
          <Group gap={4} wrap="nowrap">
            <Code>{id}</Code>
            <CopyButton value={id} label="Copy the user point id" />
          </Group>
        </Fact>
        {selector !== id && (
          <Fact name="Looked up as">
            <Code style={{ overflowWrap: 'anywhere' }}>{selector}</Code>
          </Fact>
        )}
        <Fact name="Known since">
          <Instant at={creation_ts} />
        </Fact>
        <Fact name="Merged into it">
          {merged_ids.length === 0 ? (
            <Text span inherit>
              no other person
            </Text>
          ) : (
            merged_ids.map((merged) => <Code key={merged}>{merged}</Code>)
          )}
        </Fact>
        {merged_ids.length > 0 && (
          <Text size="sm" c="dimmed">
            Identifiers of {merged_ids.length + 1} persons have met on one activity or association. Each of these ids
            still leads here. To separate them, dissociate an identifier.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
