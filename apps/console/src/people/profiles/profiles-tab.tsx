import {
  listUserProfilesOptions,
  deleteUserProfileMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserProfile } from '@tributary/client/generated/types.gen';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { QueryView } from '../../components/query-view.js';
import { JsonView } from '../../components/snippet.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { CompartmentName } from '../../words/compartment-name.js';
import { Instant } from '../../time/instant.js';
import { propertiesOf } from './diff-profile.js';
import { NewProfile } from './new-profile.js';
import { ProfileForm, type Account } from './profile-form.js';
import { wholeList } from '../../components/paging.js';
import { notifications } from '@mantine/notifications';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { RowButton } from '../../components/resource-table.js';

export function ProfilesTab({ user_point_id }: { user_point_id: string }) {
  const { datamart_id, may } = useDatamart();
  const [isNew, setNew] = useState(false);
  const profiles = useQuery(
    listUserProfilesOptions({ path: { datamart_id, user_point_selector: user_point_id }, query: wholeList }),
  );
  const add = may('EDITOR') && <Button onClick={() => setNew(true)}>Add a profile</Button>;
  return (
    <>
      <QueryView query={profiles}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No profile" action={add}>
              The properties of this person, one set of them for each account, are listed here.
            </EmptyState>
          ) : (
            <Stack>
              <Group justify="flex-end">{add}</Group>
              {data.map((profile) => (
                <Profile
                  key={`${profile.$compartment_id}/${profile.$user_account_id ?? ''}`}
                  profile={profile}
                  user_point_id={user_point_id}
                />
              ))}
            </Stack>
          )
        }
      </QueryView>
      {isNew && <NewProfile user_point_id={user_point_id} onClose={() => setNew(false)} />}
    </>
  );
}

interface ProfileProps {
  profile: UserProfile;
  user_point_id: string;
}

function Profile({ profile, user_point_id }: ProfileProps) {
  const { may } = useDatamart();
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const { $compartment_id, $user_account_id, $creation_ts, $last_modified_ts } = profile;
  const properties = propertiesOf(profile);
  const account: Account | undefined =
    $user_account_id === undefined ? undefined : { compartment_id: $compartment_id, user_account_id: $user_account_id };
  const title = account
    ? `Account ${$compartment_id}/${$user_account_id}`
    : `Compartment ${$compartment_id}, no account`;
  const close = () => setOpened(undefined);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Text size="sm" c="dimmed" component="div">
            {account && (
              <>
                in <CompartmentName id={$compartment_id} />,{' '}
              </>
            )}
            since <Instant at={$creation_ts} />, changed <Instant at={$last_modified_ts} />
          </Text>
        </div>
        {may('EDITOR') && account && (
          <Group gap="xs">
            <RowButton onClick={() => setOpened('edit')} aria-label={`Edit ${title}`}>
              Edit
            </RowButton>
            <RowButton onClick={() => setOpened('delete')} aria-label={`Delete ${title}`}>
              Delete
            </RowButton>
          </Group>
        )}
      </Group>
      <JsonView value={properties} label={`the profile of ${title}`} />
      {!account && (
        <Text size="sm" c="dimmed" mt="xs">
          It was imported by an e-mail address or a user agent. Only an import can change it.
        </Text>
      )}
      {opened === 'edit' && account && (
        <ProfileForm account={account} current={properties} user_point_id={user_point_id} onClose={close} />
      )}
      {opened === 'delete' && account && (
        <DeleteProfile account={account} user_point_id={user_point_id} onClose={close} />
      )}
    </Paper>
  );
}

interface DeleteProfileProps {
  account: Account;
  user_point_id: string;
  onClose: () => void;
}

function DeleteProfile({ account, user_point_id, onClose }: DeleteProfileProps) {
  const { datamart_id } = useDatamart();
  return (
    <ConfirmWrite
      title={`Delete the profile of ${account.compartment_id}/${account.user_account_id}`}
      onClose={onClose}
      write={deleteUserProfileMutation()}
      request={{ path: { datamart_id, user_point_selector: user_point_id, ...account } }}
      changes={['listUserProfiles']}
      onDone={() => {
        notifications.show({ message: 'The profile is deleted.' });
        onClose();
      }}
      confirm="Delete"
    >
      All properties of this account are deleted. The account itself stays with the person.
    </ConfirmWrite>
  );
}
