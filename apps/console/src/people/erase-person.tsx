import { eraseUserPointMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserPoint } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';
import { forgetPerson } from './recent-people.js';

export function ErasePerson({ person: { id }, onClose }: { person: UserPoint; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    ...eraseUserPointMutation(),
    onSuccess: async () => {
      forgetPerson({ datamart_id, id });
      notifications.show({ message: `The person ${id} is erased.` });
      await navigate({ to: '/d/$datamart_id/people', params: { datamart_id } });
      // All that was read of it, under each of its selectors.
      queries.removeQueries({ predicate: ({ queryKey: [key] }) => isOfPerson(key) });
    },
  });
  return (
    <ConfirmDialog
      title="Erase this person"
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { datamart_id, user_point_selector: id } })}
      confirm="Erase for ever"
      isPending={isPending}
      failure={error}
      typed={id}
    >
      <Text>
        All identifiers, profiles, choices, memberships of segments and activities of this person are deleted, also from
        reports. It cannot be undone. Data that arrives later under the same identifiers is of a new person.
      </Text>
    </ConfirmDialog>
  );
}

const isOfPerson = (key: unknown) =>
  typeof key === 'object' && key !== null && 'path' in key && typeof key.path === 'object' && key.path !== null
    ? 'user_point_selector' in key.path
    : false;
