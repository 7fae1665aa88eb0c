import { Alert, Button, Group, Stack } from '@mantine/core';
import { testDataWarehouseCredentialsMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DataWarehouse } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '../../components/failure-notice.js';
import { buildCredentials, credentialFields, type CredentialValues } from './build-credentials.js';

/** Signs in with what the form has, before it is saved. The answer goes when something else is typed. */
export function TryCredentials({ warehouse, values }: { warehouse: DataWarehouse; values: CredentialValues }) {
  const { id, engine_type } = warehouse;
  const test = testDataWarehouseCredentialsMutation();
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: async (typed: CredentialValues, context) =>
      test.mutationFn?.({ path: { datawarehouse_id: id }, body: buildCredentials(engine_type, typed) }, context),
    gcTime: 0,
  });
  const isOfForm = variables === values;
  const isComplete = credentialFields[engine_type].every(({ name, required }) => !required || values[name]);
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={isPending} disabled={!isComplete} onClick={() => mutate(values)}>
          Test
        </Button>
      </Group>
      {isOfForm && data && (
        <Alert variant="default" role="status" title="The engine lets them in">
          Nothing is saved yet.
        </Alert>
      )}
      {isOfForm && error && <FailureNotice failure={error} />}
    </Stack>
  );
}
