import { createPluginMutation, updatePluginMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Plugin } from '@tributary/client/generated/types.gen';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { field } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { pluginTypes } from './plugin-types.js';
import { useSave } from '../components/use-save.js';

interface PluginFormProps {
  /** Undefined for a new one. */
  plugin: Plugin | undefined;
  organisation_id: string;
  onClose: () => void;
}

export function PluginForm({ plugin, organisation_id, onClose }: PluginFormProps) {
  const form = useForm({
    initialValues: {
      plugin_type: plugin?.plugin_type ?? 'ACTIVITY_ANALYZER',
      group_id: plugin?.group_id ?? '',
      artifact_id: plugin?.artifact_id ?? '',
    },
    transformValues: ({ plugin_type, group_id, artifact_id }) => ({
      plugin_type,
      group_id: group_id.trim(),
      artifact_id: artifact_id.trim(),
    }),
  });
  const { create, update, isPending, error } = useSave({
    create: createPluginMutation(),
    update: updatePluginMutation(),
    isNew: !plugin,
    changes: ['listPlugins', 'getPlugin'],
    onSaved: onClose,
  });
  const submit = () => {
    const body = form.getTransformedValues();
    // Without its current version the newest one would become current.
    const current_version_id = plugin?.current_version_id;
    if (plugin) update({ path: { plugin_id: plugin.id }, body: { ...body, current_version_id } });
    else create({ body: { ...body, organisation_id } });
  };
  return (
    <FormDialog
      title={plugin ? `Edit ${plugin.artifact_id}` : 'Create a plugin'}
      onClose={onClose}
      onSubmit={submit}
      submit={plugin ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <NativeSelect
        label="Type"
        description="The platform calls plugins of the type ACTIVITY_ANALYZER."
        data={pluginTypes}
        {...field(form, error, 'plugin_type')}
      />
      <TextInput
        label="Group"
        description="Like a package name: com.example."
        required
        {...field(form, error, 'group_id')}
      />
      <TextInput
        label="Artifact"
        description="Unique in its group and organisation."
        required
        {...field(form, error, 'artifact_id')}
      />
    </FormDialog>
  );
}
