import { List, Stack, Text, Textarea } from '@mantine/core';
import type { ContentProblem } from '@tributary/contracts/rules/dashboards/find-unstorable';
import classes from './editor.module.css';

interface JsonPaneProps {
  text: string;
  problems: ContentProblem[];
  onChange: (text: string) => void;
}

/** The content as JSON. What is valid is drawn at once; what is not says where, and is drawn and saved only once it is corrected. */
export function JsonPane({ text, problems, onChange }: JsonPaneProps) {
  return (
    <Stack gap="xs" className={classes['json']} component="section" aria-label="JSON">
      <Textarea
        label="Content as JSON"
        value={text}
        onChange={({ currentTarget: { value } }) => onChange(value)}
        rows={26}
        spellCheck={false}
        error={problems.length > 0}
        styles={{ input: { fontFamily: 'monospace', fontSize: 12, whiteSpace: 'pre', overflow: 'auto' } }}
      />
      <div role="status">
        {problems.length === 0 ? (
          <Text size="sm" c="dimmed">
            Valid
          </Text>
        ) : (
          <List size="sm" spacing={2} aria-label="Problems">
            {problems.slice(0, 10).map(({ path, message }, index) => (
              <List.Item key={index}>
                {path && <code>{path}</code>} {message}
              </List.Item>
            ))}
          </List>
        )}
      </div>
    </Stack>
  );
}
