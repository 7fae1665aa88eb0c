import { NativeSelect } from '@mantine/core';
import type { ChangeEventHandler, ReactNode } from 'react';
import { useConnectedUser } from '../../session/connected-user.js';
import { useOrganisations } from '../../session/use-organisations.js';

interface KeySelectProps {
  scope: 'DATAMART' | 'ORGANISATION';
  value?: string;
  onChange?: ChangeEventHandler<HTMLSelectElement>;
  error?: ReactNode;
}

/** Which datamart or organisation a throttling limits: one of those that the user sees, or each by itself. */
export function KeySelect({ scope, value, onChange, error }: KeySelectProps) {
  const { datamarts } = useConnectedUser();
  const { organisations } = useOrganisations();
  const tenant = scope.toLowerCase();
  const known = scope === 'DATAMART' ? datamarts : organisations;
  const options = known.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  if (value && !options.some((one) => one.value === value)) options.push({ value, label: `${tenant} ${value}` });
  return (
    <NativeSelect
      label={scope === 'DATAMART' ? 'Datamart' : 'Organisation'}
      data={[{ value: '', label: `Each ${tenant} by itself` }, ...options]}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
