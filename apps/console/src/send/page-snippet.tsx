import { listCollectKeysOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Channel, CollectKey, UserActivity } from '@tributary/client/generated/types.gen';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AnchorLink } from '../components/links.js';
import { wholeList } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { Snippet } from '../components/snippet.js';
import { apiUrl } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';
import { NewKey } from './new-key.js';
import { pageTag } from '../collect-keys/page-tag.js';
import { browserProgram } from './snippets.js';

interface PageSnippetProps {
  channel: Channel;
  kind: 'tag' | 'program';
  activity: UserActivity;
}

/** For a web page, with a collect key of the channel: one that is there, or one that is made here. */
export function PageSnippet({ channel, kind, activity }: PageSnippetProps) {
  const { datamart_id } = useDatamart();
  const [chosen, choose] = useState<string>();
  const keys = useQuery(listCollectKeysOptions({ path: { datamart_id }, query: wholeList }));
  return (
    <QueryView query={keys}>
      {({ data }) => {
        const ofChannel = data.filter(({ channel_id }) => channel_id === channel.id);
        const collectKey = ofChannel.find(({ id }) => id === chosen) ?? ofChannel.at(-1);
        if (!collectKey) return <NewKey channel={channel} />;
        const target = { apiUrl, datamart_id };
        return (
          <>
            {ofChannel.length > 1 && (
              <Select
                label="Collect key"
                allowDeselect={false}
                value={collectKey.id}
                onChange={(id) => choose(id ?? undefined)}
                data={ofChannel.map(({ id, name }) => ({ value: id, label: name }))}
                maw={360}
                mb="xs"
              />
            )}
            {kind === 'tag' ? (
              <Snippet text={pageTag(target.apiUrl, collectKey)} label="the script element for a page" />
            ) : (
              <Snippet
                text={browserProgram(target, collectKey, activity)}
                label="the program for a page"
                maxHeight={480}
              />
            )}
            <PagesOf collectKey={collectKey} />
          </>
        );
      }}
    </QueryView>
  );
}

function PagesOf({ collectKey: { allowed_origins, key } }: { collectKey: CollectKey }) {
  const { datamart_id, may } = useDatamart();
  const pages =
    allowed_origins.length > 0 ? `pages of ${allowed_origins.join(', ')}` : 'no page yet: it lists no origin';
  return (
    <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
      The key <code>{key}</code> is public. It is for {pages}.{' '}
      <AnchorLink to="/d/$datamart_id/collect-keys" params={{ datamart_id }}>
        Collect keys
      </AnchorLink>{' '}
      {may('EDITOR') ? 'changes its origins.' : 'lists all. Someone with the role EDITOR changes its origins.'}
    </Text>
  );
}
