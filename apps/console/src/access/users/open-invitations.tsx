import {
  listInvitationsOptions,
  revokeInvitationMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Invitation } from '@tributary/client/generated/types.gen';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../../components/page.js';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { pageQuery } from '../../components/paging.js';
import { Pager, ResourceTable, RowButton } from '../../components/resource-table.js';
import { Instant } from '../../time/instant.js';

/** The invitations that are neither used nor over; nothing without any. */
export function OpenInvitations({ organisation_id }: { organisation_id: string }) {
  const [page, setPage] = useState(1);
  const [revoked, setRevoked] = useState<Invitation>();
  const list = useQuery(listInvitationsOptions({ path: { organisation_id }, query: pageQuery(page) }));
  const { data = [], total = 0 } = list.data ?? {};
  if (total === 0) return null;
  return (
    <Stack component="section" aria-label="Open invitations">
      <SectionTitle>Open invitations</SectionTitle>
      <ResourceTable
        label="Open invitations"
        rows={data}
        rowKey={({ id }) => id}
        columns={[
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Role', cell: ({ role }) => role },
          { header: 'Invited', cell: ({ creation_ts }) => <Instant at={creation_ts} /> },
          { header: 'Works until', cell: ({ expiration_ts }) => <Instant at={expiration_ts} /> },
          {
            header: 'Actions',
            align: 'right',
            cell: (invitation) => (
              <RowButton
                aria-label={`Revoke the invitation of ${invitation.email}`}
                onClick={() => setRevoked(invitation)}
              >
                Revoke
              </RowButton>
            ),
          },
        ]}
        empty={null}
      />
      <Pager total={total} page={page} onPage={setPage} />
      {revoked && <RevokeInvitation invitation={revoked} onClose={() => setRevoked(undefined)} />}
    </Stack>
  );
}

function RevokeInvitation({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { id: invitation_id, organisation_id, email } = invitation;
  return (
    <ConfirmWrite
      title={`Revoke the invitation of ${email}`}
      onClose={onClose}
      write={revokeInvitationMutation()}
      request={{ path: { organisation_id, invitation_id } }}
      changes={['listInvitations']}
      confirm="Revoke"
    >
      <Text>
        Its link ends at once. The user stays, with its role: delete it, if the person should not come in at all.
      </Text>
    </ConfirmWrite>
  );
}
