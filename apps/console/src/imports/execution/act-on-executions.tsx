import { actOnDocumentImportExecution } from '@tributary/client/generated/sdk.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { BulkDialog } from '../../components/bulk/bulk-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { executionDialogs, type ExecutionAction } from './execution-rules.js';
import { counted } from '../../words/counted.js';

interface ActOnExecutionsProps {
  action: ExecutionAction;
  executions: readonly DocumentImportExecution[];
  onClose: () => void;
}

export function ActOnExecutions({ action, executions, onClose }: ActOnExecutionsProps) {
  const { datamart_id } = useDatamart();
  const { many, confirmMany, text } = executionDialogs[action];
  return (
    <BulkDialog
      title={`${many} ${counted(executions.length, 'execution')}`}
      rows={executions}
      idOf={({ id }) => id}
      nameOf={nameOfExecution}
      act={({ id, parameters: { document_import_id } }) =>
        actOnDocumentImportExecution({ path: { datamart_id, document_import_id, execution_id: id }, body: { action } })
      }
      confirm={confirmMany}
      changes={['listDocumentImportExecutions']}
      onClose={onClose}
    >
      <Text>
        {text} {executions.map(nameOfExecution).join(', ')}.
      </Text>
    </BulkDialog>
  );
}

/** Files may share a name. */
export const nameOfExecution = ({ id, parameters }: DocumentImportExecution) => `${parameters.input_file_name} (${id})`;
