import {
  deleteDataWarehouseDatamartConfigMutation,
  getDataWarehouseDatamartConfigOptions,
  getDataWarehouseDatamartConfigQueryKey,
  putDataWarehouseDatamartConfigMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import type { DataWarehouseDatamartConfig } from '@tributary/client/generated/types.gen';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { FailureNotice } from '../../components/failure-notice.js';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';

/** Whether the datamart of the page uses the warehouse. */
export function DatamartLink({ warehouse_id }: { warehouse_id: string }) {
  const { datamart_id, datamart, may } = useDatamart();
  const [dialog, setDialog] = useState<'link' | 'unlink'>();
  const path = { datamart_id, datawarehouse_id: warehouse_id };
  const { data, error, isPending } = useQuery(getDataWarehouseDatamartConfigOptions({ path }));
  const failure: unknown = error;
  const isAbsent = failure instanceof RequestFailure && failure.status === 404;
  // A link that was removed may still be in the cache of the query.
  const link = isAbsent ? undefined : data?.data;
  if (failure != null && !isAbsent) return <FailureNotice failure={failure} />;
  const close = () => setDialog(undefined);
  return (
    <Group gap="xs">
      <Text size="sm">
        {isPending && !isAbsent
          ? '…'
          : link
            ? `Linked to the datamart ${datamart.name}${link.working_schema_name ? `, working schema ${link.working_schema_name}` : ''}`
            : `Not linked to the datamart ${datamart.name}`}
        {link && (
          <>
            {' '}
            since <Instant at={link.created_ts} />
          </>
        )}
      </Text>
      {may('EDITOR') && (
        <Button size="compact-xs" variant="default" onClick={() => setDialog('link')}>
          {link ? 'Edit the link' : 'Link'}
        </Button>
      )}
      {may('EDITOR') && link && (
        <Button size="compact-xs" variant="default" onClick={() => setDialog('unlink')}>
          Unlink
        </Button>
      )}
      {dialog === 'link' && <LinkForm path={path} link={link} onClose={close} />}
      {dialog === 'unlink' && <Unlink path={path} onClose={close} />}
    </Group>
  );
}

interface LinkProps {
  path: { datamart_id: string; datawarehouse_id: string };
  onClose: () => void;
}

function LinkForm({ path, link, onClose }: LinkProps & { link: DataWarehouseDatamartConfig | undefined }) {
  const [schema, setSchema] = useState(link?.working_schema_name ?? '');
  const { mutate, isPending, error } = useMutation({
    ...putDataWarehouseDatamartConfigMutation(),
    meta: { changes: ['getDataWarehouseDatamartConfig'] },
    onSuccess: onClose,
  });
  const ids = { datamart_id: path.datamart_id, data_warehouse_id: path.datawarehouse_id };
  const body = { ...ids, ...(schema !== '' && { working_schema_name: schema }) };
  return (
    <FormDialog
      title="Link to the datamart"
      onClose={onClose}
      onSubmit={() => mutate({ path, body })}
      submit="Save"
      isPending={isPending}
      failure={error}
    >
      <TextInput
        label="Working schema"
        description="The schema of the warehouse that the platform may write to. May stay empty."
        value={schema}
        onChange={({ currentTarget }) => setSchema(currentTarget.value)}
        error={fieldProblem(error, 'working_schema_name')}
        data-autofocus
      />
    </FormDialog>
  );
}

function Unlink({ path, onClose }: LinkProps) {
  const queries = useQueryClient();
  return (
    <ConfirmWrite
      title="Unlink from the datamart"
      onClose={onClose}
      write={deleteDataWarehouseDatamartConfigMutation()}
      request={{ path }}
      onDone={async () => {
        await queries.resetQueries({ queryKey: getDataWarehouseDatamartConfigQueryKey({ path }) });
        onClose();
      }}
      confirm="Unlink"
    >
      The datamart uses the warehouse no longer. The warehouse and its metadata stay.
    </ConfirmWrite>
  );
}
