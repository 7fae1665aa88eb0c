import { putDataWarehouseCredentialsMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DataWarehouse } from '@tributary/client/generated/types.gen';
import { NativeSelect, PasswordInput, Text, TextInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { previewQuery } from '../refresh/preview-query.js';
import {
  buildCredentials,
  credentialFields,
  emptyCredentials,
  withoutSecrets,
  type CredentialField,
  type CredentialValues,
} from './build-credentials.js';
import { engines } from './engines.js';
import { readConnectionString } from './read-connection-string.js';
import { TryCredentials } from './try-credentials.js';

const tlsLabels = [
  { value: 'off', label: 'No TLS' },
  { value: 'verified', label: 'TLS, with a certificate that the system trusts' },
  { value: 'private', label: 'TLS, with a private certificate authority' },
  { value: 'unverified', label: 'TLS, without verifying the server' },
];

/**
 * Credentials can be set, not read, and are replaced as a whole. What is no secret of those typed last stays in the memory of
 * the tab, so that a wrong password is all that is typed again.
 */
export function CredentialsForm({ warehouse, onClose }: { warehouse: DataWarehouse; onClose: () => void }) {
  const { id, engine_type } = warehouse;
  const queries = useQueryClient();
  const typedKey = ['typed-credentials', id, engine_type];
  const [values, setValues] = useState(() => queries.getQueryData<CredentialValues>(typedKey) ?? emptyCredentials);
  const { mutate, isPending, error } = useMutation({
    ...putDataWarehouseCredentialsMutation(),
    meta: { changes: ['getDataWarehouseCredentials'] },
    onSuccess: () => {
      queries.setQueryData(typedKey, withoutSecrets(engine_type, values));
      onClose();
      // Whether they fit is shown at once; the panel shows a failure.
      void queries.fetchQuery(previewQuery(id)).catch(() => undefined);
    },
  });
  const [unreadable, setUnreadable] = useState<unknown>();
  const submit = () => {
    setUnreadable(undefined);
    try {
      mutate({ path: { datawarehouse_id: id }, body: buildCredentials(engine_type, values) });
    } catch (failure) {
      setUnreadable(failure);
    }
  };
  const set = (name: string) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <FormDialog
      title={`Credentials of ${warehouse.name} (${engines[engine_type].label})`}
      onClose={onClose}
      onSubmit={submit}
      submit="Save the credentials"
      isPending={isPending}
      failure={unreadable ?? error}
    >
      <Text size="sm">
        {engines[engine_type].needs} They are stored encrypted, and no request returns them. Once saved, they are tried
        again.
      </Text>
      {engine_type === 'POSTGRES' && (
        <ConnectionString onRead={(read) => setValues((before) => ({ ...before, ...read }))} />
      )}
      {credentialFields[engine_type].map((field) => (
        <CredentialInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onChange={set(field.name)}
          problem={fieldProblem(error, field.name)}
        />
      ))}
      {engine_type === 'POSTGRES' && (
        <NativeSelect
          label="Encryption"
          data={tlsLabels}
          value={values.tls ?? ''}
          onChange={({ currentTarget: { value } }) => set('tls')(value)}
        />
      )}
      {values.tls === 'private' && (
        <Textarea
          label="Certificate of the authority (PEM)"
          required
          autosize
          minRows={3}
          maxRows={8}
          value={values.ca ?? ''}
          onChange={({ currentTarget: { value } }) => set('ca')(value)}
        />
      )}
      <TryCredentials warehouse={warehouse} values={values} />
    </FormDialog>
  );
}

/** Fills the fields below. It is not kept. */
function ConnectionString({ onRead }: { onRead: (values: CredentialValues) => void }) {
  const [problem, setProblem] = useState<string>();
  const read = (text: string) => {
    const values = readConnectionString(text);
    setProblem(text !== '' && !values ? 'This is no connection string of PostgreSQL.' : undefined);
    if (values) onRead(values);
  };
  return (
    <PasswordInput
      label="Connection string"
      description="Paste one to fill the fields: postgres://user:password@host:5432/database"
      error={problem}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => read(value)}
    />
  );
}

interface CredentialInputProps {
  field: CredentialField;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}

function CredentialInput({ field, value, onChange, problem }: CredentialInputProps) {
  const { label, description, required = false, secret, long } = field;
  const shared = { label, description, required, value, error: problem, autoComplete: 'off' };
  if (long)
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={8}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (secret)
    return (
      <PasswordInput
        {...shared}
        autoComplete="new-password"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return <TextInput {...shared} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}
