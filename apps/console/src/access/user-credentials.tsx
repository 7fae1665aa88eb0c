import type { User } from '@tributary/client/generated/types.gen';
import { mayActAs } from '@tributary/contracts/rules/access/user-rights';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDatamart } from '../shell/use-datamart.js';
import { CreateKey } from './keys/create-key.js';
import { KeysTable } from './keys/keys-table.js';
import { CreateToken } from './tokens/create-token.js';
import { TokensTable } from './tokens/tokens-table.js';
import { useCaller } from './users/use-caller.js';
import { userRolesOptions } from './users/user-roles.js';
import { SectionTitle } from '../components/page.js';

/** The tokens and keys of a user, if the roles of the caller cover those of the user. */
export function UserCredentials({ user }: { user: User }) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  const caller = useCaller();
  const roles = useQuery(userRolesOptions(user.id)).data?.data;
  if (!roles) return null;
  if (!mayActAs(caller, { ...user, roles }))
    return <Text c="dimmed">Its tokens and keys are shown to itself, and to admins who have all of its roles.</Text>;
  const open = (to: '/d/$datamart_id/access/tokens' | '/d/$datamart_id/access/keys') => (page: number) =>
    void navigate({ to, params: { datamart_id }, search: { user: user.id, page } });
  return (
    <>
      <Stack gap="xs" component="section" aria-label="API tokens">
        <Group justify="space-between">
          <SectionTitle>API tokens</SectionTitle>
          <CreateToken user_id={user.id} />
        </Group>
        <TokensTable user_id={user.id} page={1} onPage={open('/d/$datamart_id/access/tokens')} />
      </Stack>
      <Stack gap="xs" component="section" aria-label="Keys">
        <Group justify="space-between">
          <SectionTitle>Message authentication keys</SectionTitle>
          <CreateKey user_id={user.id} />
        </Group>
        <KeysTable user_id={user.id} page={1} onPage={open('/d/$datamart_id/access/keys')} />
      </Stack>
    </>
  );
}
