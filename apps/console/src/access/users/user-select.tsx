import { listUsersOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useConnectedUser, nameOfUser } from '../../session/connected-user.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { wholeList } from '../../components/paging.js';

interface UserSelectProps {
  user_id: string;
  /** Undefined: the user of the session. */
  onChange: (user_id: string | undefined) => void;
}

/** Whose tokens or keys a page lists. Only for admins: others see their own. */
export function UserSelect({ user_id, onChange }: UserSelectProps) {
  const { organisation_id } = useDatamart();
  const me = useConnectedUser();
  const list = useQuery(listUsersOptions({ query: { organisation_id, ...wholeList } }));
  const others = (list.data?.data ?? []).filter(({ id }) => id !== me.id);
  const options = [
    { value: me.id, label: `${nameOfUser(me)} (you)` },
    ...others.map((user) => ({ value: user.id, label: `${nameOfUser(user)} (${user.id})` })),
  ];
  if (!options.some(({ value }) => value === user_id)) options.push({ value: user_id, label: `User ${user_id}` });
  return (
    <Select
      label="Of the user"
      w={320}
      maw="100%"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such user in this organisation"
      data={options}
      value={user_id}
      onChange={(value) => onChange(value === null || value === me.id ? undefined : value)}
    />
  );
}
