import { updateCommunityMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Community } from '@tributary/client/generated/types.gen';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldProblem } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';

interface CommunityFormProps {
  community: Community;
  onClose: () => void;
}

export function CommunityForm({ community, onClose }: CommunityFormProps) {
  const [name, setName] = useState(community.name);
  const { mutate, isPending, error } = useMutation({
    ...updateCommunityMutation(),
    meta: { changes: ['listCommunities'] },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Rename the community"
      onClose={onClose}
      onSubmit={() => mutate({ path: { community_id: community.id }, body: { name: name.trim() } })}
      submit="Rename"
      isPending={isPending}
      failure={error}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={fieldProblem(error, 'name')}
      />
    </FormDialog>
  );
}
