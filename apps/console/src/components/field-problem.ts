import { RequestFailure } from '@tributary/client/request-failure';
import type { GetInputPropsReturnType } from '@mantine/form';

/** The message of the server about a field of a form, if that field was the reason of a refusal. */
export const fieldProblem = (failure: unknown, field: string): string | undefined =>
  failure instanceof RequestFailure && failure.field === field ? failure.message.slice(field.length + 2) : undefined;

/** The properties of an input for a field of the form. Its problem is that of the form, else that of the server. */
export function field<Name extends string>(
  form: { getInputProps: (name: Name) => GetInputPropsReturnType },
  failure: unknown,
  name: Name,
) {
  const properties = form.getInputProps(name);
  return { ...properties, error: (properties.error as string | undefined) ?? fieldProblem(failure, name) };
}
