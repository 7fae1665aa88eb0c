import { eraseUserPointMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserPoint } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';
import { forgetPerson } from './recent-people.js';

export function ErasePerson({ person: { id }, onClose }: { person: UserPoint; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmWrite
      title="Erase this person"
      onClose={onClose}
      write={eraseUserPointMutation()}
      request={{ path: { datamart_id, user_point_selector: id } }}
      onDone={async () => {
        forgetPerson({ datamart_id, id });
        notifications.show({ message: `The person ${id} is erased.` });
        await navigate({ to: '/d/$datamart_id/people', params: { datamart_id } });
        // All that was read of it, under each of its selectors.
        queries.removeQueries({ predicate: ({ queryKey: [key] }) => isOfPerson(key) });
      }}
      confirm="Erase for ever"
      typed={id}
    >
      <Text>
        All identifiers, profiles, choices, memberships of segments and activities of this person are deleted, also from
        reports. It cannot be undone. Data that arrives later under the same identifiers is of a new person.
      </Text>
    </ConfirmWrite>
  );
}

const isOfPerson = (key: unknown) =>
  typeof key === 'object' && key !== null && 'path' in key && typeof key.path === 'object' && key.path !== null
    ? 'user_point_selector' in key.path
    : false;
