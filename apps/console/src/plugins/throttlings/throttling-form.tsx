import {
  createThrottlingMutation,
  updateThrottlingMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import { throttlingScopes } from '@tributary/contracts/rules/resources/choices';
import type { PluginVersion, Throttling } from '@tributary/client/generated/types.gen';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { field } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { bodyOfThrottling, type ThrottlingFields } from './body-of-throttling.js';
import { KeySelect } from './key-select.js';
import { scopes, takesKey } from './scope-meaning.js';
import { wordsOfRate } from './words-of-rate.js';
import { useSave } from '../../components/use-save.js';

interface ThrottlingFormProps {
  version: PluginVersion;
  /** Undefined for a new one. */
  throttling: Throttling | undefined;
  onClose: () => void;
}

export function ThrottlingForm({ version, throttling, onClose }: ThrottlingFormProps) {
  const form = useForm<ThrottlingFields>({
    initialValues: {
      scope: throttling?.scope ?? 'GLOBAL',
      plugin_endpoint: throttling?.plugin_endpoint ?? '/v1/activity_analysis',
      throttling_key: throttling?.throttling_key ?? '',
      max_qps: throttling?.max_qps ?? '',
      max_concurrency: throttling?.max_concurrency ?? '',
      timeout_ms: throttling?.timeout_ms ?? '',
    },
  });
  const { create, update, isPending, error } = useSave({
    create: createThrottlingMutation(),
    update: updateThrottlingMutation(),
    isNew: !throttling,
    changes: ['listThrottlings'],
    onSaved: onClose,
  });
  const { plugin_id, id: version_id } = version;
  const submit = () => {
    const body = bodyOfThrottling(form.values);
    if (throttling) update({ path: { plugin_id, version_id, throttling_id: throttling.id }, body });
    else create({ path: { plugin_id, version_id }, body: { ...body, plugin_version_id: version_id } });
  };
  const input = (name: keyof ThrottlingFields) => field(form, error, name);
  const { scope, max_qps } = form.values;
  return (
    <FormDialog
      title={throttling ? 'Edit the throttling' : 'Add a throttling'}
      onClose={onClose}
      onSubmit={submit}
      submit={throttling ? 'Save' : 'Add'}
      isPending={isPending}
      failure={error}
    >
      <TextInput
        label="Endpoint"
        description="The route of the plugin whose calls are limited."
        required
        {...input('plugin_endpoint')}
      />
      <NativeSelect label="Scope" description={scopes[scope]} data={[...throttlingScopes]} {...input('scope')} />
      {takesKey(scope) && <KeySelect key={scope} scope={scope} {...input('throttling_key')} />}
      <NumberInput
        label="Calls per second"
        description={(max_qps !== '' && wordsOfRate(Number(max_qps))) || 'No limit. 0.5 is one call every 2 s.'}
        {...input('max_qps')}
      />
      <NumberInput
        label="Calls at the same time"
        description="Never more open calls, from all processes together. Empty: no limit."
        allowDecimal={false}
        {...input('max_concurrency')}
      />
      <NumberInput
        label="Timeout"
        description="From connecting to the last byte of the answer; at most the longest wait of an activity. Empty: that of the platform, 5 s by default."
        suffix=" ms"
        allowDecimal={false}
        {...input('timeout_ms')}
      />
    </FormDialog>
  );
}
