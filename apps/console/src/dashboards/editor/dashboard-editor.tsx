import { Alert } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice } from '../../components/failure-notice.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { isClash, type StoredContent } from '@tributary/client/dashboards/stored-content';
import { emptyContent, type Content } from './content/edit-content.js';
import { parseContent } from './content/parse-content.js';
import { EditorBody } from './editor-body.js';
import { ClashDialog } from './save/clash-dialog.js';
import { DraftNotice } from './save/draft-notice.js';
import { LeaveGuard } from './save/leave-guard.js';
import { useDraft } from './save/use-draft.js';
import { useSaveContent } from './save/use-save-content.js';
import { Toolbar } from './toolbar.js';
import { useEditor } from './content/use-editor.js';
import { useJsonText } from './use-json-text.js';
import { isDialogOpen } from '../../served-page.js';

interface DashboardEditorProps {
  registration: DashboardRegistration;
  /** The content as it was when the editor was opened; null: none yet. */
  stored: StoredContent | null;
}

export function DashboardEditor({ registration, stored }: DashboardEditorProps) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  const [initial] = useState<Content>(() => stored?.content ?? emptyContent);
  const [saved, setSaved] = useState(initial);
  const [based_on, setBase] = useState(stored?.id ?? null);
  const [isJsonOpen, setJsonOpen] = useState(false);
  const editor = useEditor(initial);
  const json = useJsonText(editor);
  const isDirty = editor.content !== saved;
  const dirty = useRef(isDirty);
  useEffect(() => {
    dirty.current = isDirty;
  }, [isDirty]);
  const draft = useDraft({ dashboard_id: registration.id, content: editor.content, based_on, isDirty: dirty });
  const { save, setReplaced } = useSaveContent({
    path: { dashboard_id: registration.id, organisation_id: registration.organisation_id },
    base: stored,
    onSaved: (content, id) => {
      setSaved(content);
      dirty.current = editor.content !== content;
      setBase(id);
      draft.drop();
    },
  });
  useHotkeys([
    ['mod+Z', () => isDialogOpen() || editor.undo()],
    ['mod+shift+Z', () => isDialogOpen() || editor.redo()],
  ]);
  const restore = () => {
    const read = parseContent(draft.found?.text ?? '');
    const base = draft.found?.based_on ?? null;
    if (read.kind === 'content') editor.change(read.content);
    else {
      // This version may refuse a draft that an earlier version of the console kept: its text shows why.
      setJsonOpen(true);
      json.setText(draft.found?.text ?? '');
    }
    // Saved over the content that it was made from: a later one is a clash.
    if (base !== based_on) setReplaced(base === null ? null : { id: base });
    setBase(base);
  };
  const openCopy = (dashboard_id: string) => {
    draft.drop();
    dirty.current = false;
    void navigate({ to: '/d/$datamart_id/dashboards/$dashboard_id/edit', params: { datamart_id, dashboard_id } });
  };
  return (
    <>
      {draft.found && (
        <DraftNotice
          draft={draft.found}
          isOutdated={draft.found.based_on !== based_on}
          onRestore={restore}
          onDiscard={draft.drop}
        />
      )}
      <Toolbar
        editor={editor}
        isDirty={isDirty}
        isSaving={save.isPending}
        isInvalid={json.problems.length > 0}
        isJsonOpen={isJsonOpen}
        onToggleJson={() => setJsonOpen(!isJsonOpen)}
        onSave={() => save.mutate({ content: editor.content })}
      />
      {!draft.isKept && <Alert color="yellow">This tab cannot keep the draft: save before you leave the page.</Alert>}
      {save.error && !isClash(save.error) && <FailureNotice failure={save.error} />}
      <EditorBody editor={editor} json={isJsonOpen ? json : undefined} />
      {isClash(save.error) && (
        <ClashDialog
          registration={registration}
          mine={editor.content}
          isSaving={save.isPending}
          onClose={save.reset}
          onOverwrite={(theirs) => save.mutate({ content: editor.content, over: theirs })}
          onCopied={openCopy}
        />
      )}
      <LeaveGuard isDirty={dirty} />
    </>
  );
}
