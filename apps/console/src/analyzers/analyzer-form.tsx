import { createActivityAnalyzer, updateActivityAnalyzer } from '@tributary/client/generated/sdk.gen';
import type { ActivityAnalyzer } from '@tributary/client/generated/types.gen';
import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { field, fieldProblem } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';
import { strategies, type Strategy } from './strategies.js';
import { VersionSelect } from './version-select.js';

interface AnalyzerFormProps {
  /** Undefined for a new one. */
  analyzer: ActivityAnalyzer | undefined;
  onClose: () => void;
}

interface FormValues {
  name: string;
  version_id: string;
  error_recovery_strategy: Strategy;
}

export function AnalyzerForm({ analyzer, onClose }: AnalyzerFormProps) {
  const form = useForm<FormValues>({
    initialValues: {
      name: analyzer?.name ?? '',
      version_id: analyzer?.version_id ?? '',
      error_recovery_strategy: analyzer?.error_recovery_strategy ?? 'STORE_WITH_ERROR_ID',
    },
  });
  const { mutate, isPending, error } = useSaving(analyzer, onClose);
  return (
    <FormDialog
      title={analyzer ? `Analyzer ${analyzer.id}` : 'Create an analyzer'}
      onClose={onClose}
      onSubmit={() => mutate(form.values)}
      submit={analyzer ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />
      <VersionSelect
        plugin_id={analyzer?.visit_analyzer_plugin_id}
        value={form.values.version_id}
        onChange={(version_id) => form.setFieldValue('version_id', version_id)}
        error={fieldProblem(error, 'version_id')}
      />
      <Select
        label="When it fails on an activity"
        allowDeselect={false}
        data={Object.entries(strategies).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('error_recovery_strategy')}
      />
    </FormDialog>
  );
}

function useSaving(analyzer: ActivityAnalyzer | undefined, onClose: () => void) {
  const { organisation_id } = useDatamart();
  return useMutation({
    mutationFn: (body: FormValues): Promise<unknown> =>
      analyzer
        ? updateActivityAnalyzer({ path: { analyzer_id: analyzer.id }, body })
        : createActivityAnalyzer({ body: { ...body, organisation_id } }),
    meta: { changes: ['listActivityAnalyzers', 'getVisitAnalyzerModel', 'listActivityAnalyzerProperties'] },
    onSuccess: onClose,
  });
}
