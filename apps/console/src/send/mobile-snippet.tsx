import { listMessageAuthenticationKeysOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserActivity } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeySample } from '../access/keys/key-sample.js';
import { AnchorLink } from '../components/links.js';
import { QueryView } from '../components/query-view.js';
import { wholeList } from '../components/paging.js';
import { useConnectedUser } from '../session/connected-user.js';
import { useDatamart } from '../shell/use-datamart.js';
import { serverNow } from '../time/server-clock.js';

/** An app signs its requests with a key of the user, the one made last. */
export function MobileSnippet({ activity }: { activity: UserActivity }) {
  const { datamart_id } = useDatamart();
  const { id: user_id } = useConnectedUser();
  const keys = useQuery(listMessageAuthenticationKeysOptions({ path: { user_id }, query: wholeList }));
  return (
    <QueryView query={keys}>
      {({ data }) => {
        const key = data.findLast(({ expiration_ts }) => Date.parse(expiration_ts) > serverNow());
        return (
          <>
            <Text size="sm" mb="xs">
              {key ? `Signed with your key ${key.key_id}. ` : 'You have no key yet: my-app stands for its id. '}
              <AnchorLink to="/d/$datamart_id/access/keys" params={{ datamart_id }}>
                {key ? 'All keys' : 'Make one'}
              </AnchorLink>
            </Text>
            <KeySample key_id={key?.key_id ?? 'my-app'} activity={activity} />
          </>
        );
      }}
    </QueryView>
  );
}
