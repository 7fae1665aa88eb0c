import { Group, Text } from '@mantine/core';
import { ButtonLink } from '../components/links.js';
import { Snippet } from '../components/snippet.js';
import { TemplateButton } from '../imports/settings/template-button.js';

const commands = `tributary import --template USER_PROFILE --format csv > profiles.csv
tributary import profiles.csv`;

/** Files are imported. Their lines are not live: the page of the import shows its result. */
export function FileSnippet({ datamart_id }: { datamart_id: string }) {
  return (
    <>
      <Text size="sm" mb="xs">
        A table of profiles, segments or associations is a CSV file; activities are NDJSON, one a line. Fill in the
        template and upload it here, or with the command line tool.
      </Text>
      <Group gap="xs" mb="xs">
        <ButtonLink to="/d/$datamart_id/imports/new" params={{ datamart_id }} variant="default" size="xs">
          Upload a file
        </ButtonLink>
        <TemplateButton document_type="USER_PROFILE" mime_type="TEXT_CSV" />
      </Group>
      <Snippet text={commands} label="the commands for a CSV file" />
      <Text size="sm" c="dimmed" mt="xs">
        Lines of files do not show below: the page of the import says what became of each.
      </Text>
    </>
  );
}
