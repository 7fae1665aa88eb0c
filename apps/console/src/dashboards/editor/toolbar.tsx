import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { CodeIcon, PlusIcon, ResetIcon } from '@radix-ui/react-icons';
import { addSection } from './content/edit-content.js';
import classes from './editor.module.css';
import type { Editor } from './content/use-editor.js';

interface ToolbarProps {
  editor: Editor;
  isDirty: boolean;
  isSaving: boolean;
  /** Whether the JSON beside the grid is invalid: what it says could not be saved. */
  isInvalid: boolean;
  isJsonOpen: boolean;
  onToggleJson: () => void;
  onSave: () => void;
}

export function Toolbar({ editor, isDirty, isSaving, isInvalid, isJsonOpen, onToggleJson, onSave }: ToolbarProps) {
  const { content, change, undo, redo, canUndo, canRedo } = editor;
  return (
    <Group justify="space-between" className={classes['toolbar']} role="toolbar" aria-label="Editor">
      <Group gap="xs">
        <Button variant="default" leftSection={<PlusIcon />} onClick={() => change(addSection(content))}>
          Add a section
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Undo"
          title="Undo · Ctrl Z"
          disabled={!canUndo}
          onClick={undo}
        >
          <ResetIcon />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Redo"
          title="Redo · Ctrl Shift Z"
          disabled={!canRedo}
          onClick={redo}
        >
          <ResetIcon transform="scale(-1 1)" />
        </ActionIcon>
        <Button variant="default" leftSection={<CodeIcon />} aria-pressed={isJsonOpen} onClick={onToggleJson}>
          JSON
        </Button>
      </Group>
      <Group gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {isInvalid ? 'The JSON has problems' : isDirty ? 'Not saved' : 'No unsaved changes'}
        </Text>
        <Button loading={isSaving} disabled={!isDirty || isInvalid} onClick={onSave}>
          Save
        </Button>
      </Group>
    </Group>
  );
}
