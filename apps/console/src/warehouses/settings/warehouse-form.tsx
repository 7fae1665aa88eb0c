import {
  createDataWarehouseMutation,
  updateDataWarehouseMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DataWarehouse } from '@tributary/client/generated/types.gen';
import { Alert, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { field } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { engineNames, engines } from './engines.js';
import { useSave } from '../../components/use-save.js';

interface WarehouseFormProps {
  /** Undefined for a new one. */
  warehouse: DataWarehouse | undefined;
  onClose: () => void;
  onCreated?: (warehouse: DataWarehouse) => void;
}

const empty = { name: '', description: '', location: '', engine_type: 'POSTGRES' as DataWarehouse['engine_type'] };

export function WarehouseForm({ warehouse, onClose, onCreated }: WarehouseFormProps) {
  const { organisation_id } = useDatamart();
  const form = useForm({ initialValues: { ...empty, ...warehouse } });
  const { create, update, isPending, error } = useSave({
    create: createDataWarehouseMutation(),
    update: updateDataWarehouseMutation(),
    isNew: !warehouse,
    changes: ['listDataWarehouses', 'getDataWarehouse', 'getDataWarehouseCredentials'],
    onSaved: ({ data }) => {
      onClose();
      onCreated?.(data);
    },
  });
  const submit = () => {
    const { name, description, location, engine_type } = form.values;
    const body = { name, description, engine_type, ...(location !== '' && { location }) };
    if (warehouse) update({ path: { datawarehouse_id: warehouse.id }, body });
    else create({ query: { organisation_id }, body });
  };
  return (
    <FormDialog
      title={warehouse ? 'Edit the warehouse' : 'Create a warehouse'}
      onClose={onClose}
      onSubmit={submit}
      submit={warehouse ? 'Save' : 'Add'}
      isPending={isPending}
      failure={error}
    >
      <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />
      <TextInput label="Description" {...field(form, error, 'description')} />
      <Select
        label="Engine"
        allowDeselect={false}
        data={engineNames.map((value) => ({ value, label: engines[value].label }))}
        {...field(form, error, 'engine_type')}
      />
      {warehouse && warehouse.engine_type !== form.values.engine_type && (
        <Alert variant="default">
          Another engine deletes the credentials of the warehouse. Set them again afterwards.
        </Alert>
      )}
      <TextInput
        label="Location"
        description="For people who read this page. It has no effect."
        {...field(form, error, 'location')}
      />
    </FormDialog>
  );
}
