import {
  createPluginVersionMutation,
  updatePluginVersionMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { PluginVersion } from '@tributary/client/generated/types.gen';
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { field } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { parseProperties } from './parse-properties.js';
import { wordsOfRate } from './throttlings/words-of-rate.js';
import { useSave } from '../components/use-save.js';

interface VersionFormProps {
  plugin_id: string;
  /** Undefined for a new one. */
  version: PluginVersion | undefined;
  onClose: () => void;
}

const example = `[{"technical_name": "event_name", "property_type": "STRING", "value": {"value": "seen"}}]`;

export function VersionForm({ plugin_id, version, onClose }: VersionFormProps) {
  const form = useForm({
    initialValues: {
      version_id: version?.version_id ?? '',
      max_qps: (version?.max_qps ?? '') as number | string,
      properties: '',
    },
    validate: {
      properties: (text) => {
        const parsed = parseProperties(text);
        return 'problem' in parsed ? parsed.problem : null;
      },
    },
  });
  const { create, update, isPending, error } = useSave({
    create: createPluginVersionMutation(),
    update: updatePluginVersionMutation(),
    isNew: !version,
    changes: ['listPluginVersions', 'getPluginVersion', 'getPlugin', 'listPlugins'],
    onSaved: onClose,
  });
  const submit = form.onSubmit(({ version_id, max_qps, properties }) => {
    const body = { version_id: version_id.trim(), max_qps: max_qps === '' ? undefined : Number(max_qps) };
    const parsed = parseProperties(properties);
    if (version) {
      const path = { plugin_id, version_id: version.id };
      update({ path, body: { ...body, archived: version.archived } });
    } else if ('properties' in parsed)
      create({ path: { plugin_id }, body: { ...body, plugin_properties: parsed.properties } });
  });
  const { max_qps } = form.values;
  return (
    <FormDialog
      title={version ? `Edit version ${version.version_id}` : 'Create a version'}
      onClose={onClose}
      onSubmit={submit}
      submit={version ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput
        label="Version"
        description="Its name, like 1.0.0; unique in the plugin."
        required
        data-autofocus
        {...field(form, error, 'version_id')}
      />
      <NumberInput
        label="Calls per second"
        description={(max_qps !== '' && wordsOfRate(Number(max_qps))) || 'To all endpoints together. Empty: no limit.'}
        {...field(form, error, 'max_qps')}
      />
      {!version && (
        <Textarea
          label="Properties"
          description="The settings, as a JSON array. They are fixed once the version has instances."
          placeholder={example}
          autosize
          minRows={4}
          maxRows={14}
          {...form.getInputProps('properties')}
        />
      )}
    </FormDialog>
  );
}
