import { createCollectKeyMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { maxNameLength } from '@tributary/contracts/rules/name-problem';
import type { Channel } from '@tributary/client/generated/types.gen';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { fieldProblem } from '../components/field-problem.js';
import { CheckedForm } from '../components/forms/checked-form.js';
import { useDatamart } from '../shell/use-datamart.js';
import { originOf } from './origin-of.js';

/** Asks for the page that sends, and makes a collect key for its origin and the channel. */
export function NewKey({ channel: { id, name, domain } }: { channel: Channel }) {
  const { datamart_id, may } = useDatamart();
  const [page, setPage] = useState(domain ? `https://${domain}` : '');
  const { mutate, isPending, error } = useMutation({
    ...createCollectKeyMutation(),
    meta: { changes: ['listCollectKeys'] },
  });
  const submit = () => {
    const origin = originOf(page);
    mutate({
      path: { datamart_id },
      body: {
        name: `Pages of ${name}`.slice(0, maxNameLength),
        channel_id: id,
        allowed_origins: origin === '' ? [] : [origin],
      },
    });
  };
  if (!may('EDITOR'))
    return (
      <Text size="sm">
        A page sends with a collect key, and this channel has none. Someone with the role EDITOR in this organisation
        can make one here.
      </Text>
    );
  const problem = fieldProblem(error, 'allowed_origins');
  return (
    <CheckedForm onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Address of the page"
          description="A public key is made for its origin and this channel."
          placeholder="https://shop.example.com"
          required
          value={page}
          onChange={({ currentTarget }) => setPage(currentTarget.value)}
          error={problem}
          w={{ base: '100%', xs: 360 }}
        />
        <Button type="submit" loading={isPending}>
          Make a key
        </Button>
      </Group>
      {error && problem == null && <FailureNotice failure={error} />}
    </CheckedForm>
  );
}
