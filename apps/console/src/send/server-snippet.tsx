import type { UserActivity } from '@tributary/client/generated/types.gen';
import { curlOf } from '@tributary/client/requests/curl';
import { Text } from '@mantine/core';
import { AnchorLink } from '../components/links.js';
import { Snippet } from '../components/snippet.js';
import { apiUrl } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';
import { collectPath, nodeProgram, pythonProgram, type Target } from './snippets.js';

interface ServerSnippetProps {
  language: keyof typeof languages;
  activity: UserActivity;
}

const languages = {
  node: { label: 'the program for Node.js', textOf: nodeProgram },
  python: { label: 'the program for Python', textOf: pythonProgram },
  curl: {
    label: 'the curl command',
    textOf: (target: Target, body: UserActivity) =>
      curlOf({ method: 'POST', apiUrl, path: collectPath(target), body, variable: 'TRIBUTARY_TOKEN' }),
  },
} as const;

/** A server sends with a token, which stays out of the text. */
export function ServerSnippet({ language, activity }: ServerSnippetProps) {
  const { datamart_id, may } = useDatamart();
  const { label, textOf } = languages[language];
  return (
    <>
      <Snippet text={textOf({ apiUrl, datamart_id }, activity)} label={label} maxHeight={480} />
      <Text size="sm" mt="xs">
        TRIBUTARY_TOKEN is an API token of a user with the role EDITOR.{' '}
        <AnchorLink to="/d/$datamart_id/access/tokens" params={{ datamart_id }}>
          Make one
        </AnchorLink>
        {may('EDITOR')
          ? ', best of a service account.'
          : '. Yours has the role READER: ask someone with the role EDITOR.'}
      </Text>
    </>
  );
}
