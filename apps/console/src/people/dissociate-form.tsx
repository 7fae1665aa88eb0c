import type { UserIdentifier } from '@tributary/client/generated/types.gen';
import { Alert, Checkbox, Code, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../components/form-dialog.js';
import { AnchorLink, ButtonLink } from '../components/links.js';
import { useLeaveSignal } from '../imports/execution/use-leave-signal.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Undone } from './links/link-sides.js';
import { dissociate, type RunLine } from './run-one-line-import.js';
import { identifierOf, selectorOf } from '@tributary/client/people/selectors';

interface DissociateFormProps {
  identifiers: readonly UserIdentifier[];
  /** The selectors that are chosen at first. */
  initial: string[];
  onClose: () => void;
}

/** Takes identifiers away from a person. The API does it by an import: here one of a single line. */
export function DissociateForm({ identifiers, initial, onClose }: DissociateFormProps) {
  const { datamart_id } = useDatamart();
  const queries = useQueryClient();
  const selectors = identifiers.map(selectorOf);
  const [leaving, setLeaving] = useState<string[]>(initial);
  const [isAsked, setAsked] = useState(false);
  const [staying] = selectors.filter((selector) => !leaving.includes(selector));
  const leaveSignal = useLeaveSignal();
  const run = useMutation({
    mutationFn: (line: readonly string[]) =>
      dissociate(
        datamart_id,
        line.flatMap((selector) => identifierOf(selector) ?? []),
        leaveSignal(),
      ),
    // Also when the form was left: the import goes on.
    onSettled: () => queries.invalidateQueries(),
  });
  if (run.data) return <Outcome run={run.data} leaving={leaving} onClose={onClose} />;
  const problem =
    (staying === undefined && 'At least one identifier has to stay with the person.') ||
    (isAsked && leaving.length === 0 && 'Choose at least one.');
  return (
    <FormDialog
      title="Dissociate identifiers"
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (staying !== undefined && leaving.length > 0) run.mutate([staying, ...leaving]);
      }}
      submit="Dissociate"
      isPending={run.isPending}
      failure={run.error}
      size="lg"
    >
      <Checkbox.Group
        label="Which identifiers leave this person?"
        value={leaving}
        onChange={setLeaving}
        error={problem}
        required
      >
        <Stack gap="xs" mt="xs">
          {selectors.map((selector) => (
            <Checkbox key={selector} value={selector} label={selector} style={{ overflowWrap: 'anywhere' }} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm" c="dimmed">
        Each of them becomes a person of its own. The profiles of an account go with it; activities, choices and
        segments stay here. It runs as an import of one line, which stays in the list of imports.
      </Text>
      <Undone />
    </FormDialog>
  );
}

interface OutcomeProps {
  run: RunLine;
  leaving: readonly string[];
  onClose: () => void;
}

/** The result of the execution, with links to the new persons. */
function Outcome({ run: { document_import_id, execution, error }, leaving, onClose }: OutcomeProps) {
  const { datamart_id } = useDatamart();
  const isDone = execution.status === 'SUCCEEDED' && execution.result?.total_failure === 0;
  return (
    <Modal opened onClose={onClose} title="Dissociate identifiers" size="lg">
      <Stack align="flex-start">
        <Alert
          color={isDone ? 'green.9' : 'red'}
          variant={isDone ? 'outline' : 'light'}
          title={isDone ? 'Done' : 'Nothing was changed'}
          role={isDone ? 'status' : 'alert'}
          w="100%"
        >
          {isDone ? `The execution has ${execution.status}.` : (error ?? `The execution is ${execution.status}.`)}
        </Alert>
        {isDone &&
          leaving.map((selector) => (
            <AnchorLink
              key={selector}
              to="/d/$datamart_id/people/$selector"
              params={{ datamart_id, selector }}
              onClick={onClose}
              style={{ overflowWrap: 'anywhere' }}
            >
              {selector}
            </AnchorLink>
          ))}
        <Text size="sm">
          Import <Code>{document_import_id}</Code>, execution <Code>{execution.id}</Code>
        </Text>
        <ButtonLink variant="default" to="/d/$datamart_id/imports" params={{ datamart_id }}>
          All imports
        </ButtonLink>
      </Stack>
    </Modal>
  );
}
