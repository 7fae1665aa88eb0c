import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { fieldProblem } from '../../components/field-problem.js';
import { useConnectedUser } from '../../session/connected-user.js';
import type { TokenPurpose } from './token-purpose.js';

interface PurposeFieldsProps {
  purpose: TokenPurpose;
  failure: unknown;
  onChange: (purpose: TokenPurpose) => void;
}

const roles = [
  { value: '', label: 'The roles of its user' },
  { value: 'READER', label: 'READER: reads and reports' },
  { value: 'EDITOR', label: 'EDITOR: sends and changes data, too' },
  { value: 'ORGANISATION_ADMIN', label: 'ORGANISATION_ADMIN: manages users, too' },
];
const ends = [
  { value: '', label: 'As the platform is set up' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 365 days' },
  { value: '730', label: 'In 730 days' },
];

/** Which program uses a token, what it may do there, and for how long. */
export function PurposeFields({ purpose, failure, onChange }: PurposeFieldsProps) {
  const { datamarts } = useConnectedUser();
  const change = (changes: Partial<TokenPurpose>) => onChange({ ...purpose, ...changes });
  return (
    <>
      <TextInput
        label="Name"
        description="The program that uses it. One token for each, so that each can be revoked by itself."
        required
        data-autofocus
        value={purpose.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        error={fieldProblem(failure, 'name')}
      />
      <NativeSelect
        label="Acts with at most"
        data={roles}
        value={purpose.role}
        onChange={({ currentTarget: { value } }) => change({ role: value as TokenPurpose['role'] })}
        error={fieldProblem(failure, 'role')}
      />
      <MultiSelect
        label="Only in these datamarts"
        placeholder={purpose.datamart_ids.length === 0 ? 'All of its user' : ''}
        data={datamarts.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
        value={purpose.datamart_ids}
        onChange={(datamart_ids) => change({ datamart_ids })}
        error={fieldProblem(failure, 'datamart_ids')}
      />
      <NativeSelect
        label="Expires"
        data={ends}
        value={purpose.days}
        onChange={({ currentTarget: { value } }) => change({ days: value })}
        error={fieldProblem(failure, 'expiration_ts')}
      />
    </>
  );
}
