import { putActivityAnalyzerPropertyMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ActivityAnalyzerProperty } from '@tributary/client/generated/types.gen';
import { PasswordInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldProblem } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { readJson } from '../json/read-json.js';

interface PropertyFormProps {
  analyzer_id: string;
  property: ActivityAnalyzerProperty;
  onClose: () => void;
}

/** The value of a property as JSON; that of a secret one as a text that the form does not show. */
export function PropertyForm({ analyzer_id, property, onClose }: PropertyFormProps) {
  const { technical_name, property_type, secret } = property;
  const [text, setText] = useState(secret ? '' : JSON.stringify(property.value, null, 2));
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    ...putActivityAnalyzerPropertyMutation(),
    meta: { changes: ['listActivityAnalyzerProperties'] },
    onSuccess: onClose,
  });
  const submit = () => {
    const { value, problem: found } = secret ? { value: { value: text } } : readJson(text);
    setProblem(found);
    if (found === undefined) mutate({ path: { analyzer_id, technical_name }, body: { property_type, value } });
  };
  const field = {
    label: secret ? 'New value of the secret' : `Value, JSON of the type ${property_type}`,
    required: true,
    value: text,
    error: problem ?? fieldProblem(error, 'value'),
    'data-autofocus': true,
  };
  return (
    <FormDialog
      title={`Property ${technical_name}`}
      onClose={onClose}
      onSubmit={submit}
      submit="Save"
      isPending={isPending}
      failure={error}
      size="lg"
    >
      {secret ? (
        <PasswordInput {...field} autoComplete="off" onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <Textarea
          {...field}
          autosize
          minRows={4}
          maxRows={20}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
