import { getDataWarehouseCredentialsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Instant } from '../../time/instant.js';

/** Credentials are never shown: only since when they are set. */
export function CredentialsState({ warehouse_id }: { warehouse_id: string }) {
  const { data } = useQuery(getDataWarehouseCredentialsOptions({ path: { datawarehouse_id: warehouse_id } }));
  if (!data) return <Text size="sm">…</Text>;
  const { configured, last_modified_ts } = data.data;
  if (!configured) return <Text size="sm">not set</Text>;
  return (
    <Text size="sm">
      configured since <Instant at={last_modified_ts} />
    </Text>
  );
}
