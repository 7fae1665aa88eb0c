import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNotice } from '../../../components/failure-notice.js';
import { QueryView } from '../../../components/query-view.js';
import { Instant } from '../../../time/instant.js';
import type { StoredContent } from '@tributary/client/dashboards/stored-content';
import { UserName } from '../../versions/versions-drawer.js';
import type { Content } from '../content/edit-content.js';
import { printContent } from '../content/parse-content.js';
import { DiffView } from './diff-view.js';
import { useReadCurrent, useSaveAsCopy } from './use-save-content.js';
import { PlainButton } from '../../../components/page.js';

interface ClashDialogProps {
  registration: DashboardRegistration;
  mine: Content;
  isSaving: boolean;
  onClose: () => void;
  /** Replaces the content that the dialog has shown, and no later one. */
  onOverwrite: (theirs: StoredContent | null) => void;
  onCopied: (dashboard_id: string) => void;
}

/** Another user has saved the dashboard while this one was editing it. */
export function ClashDialog({ registration, mine, isSaving, onClose, onOverwrite, onCopied }: ClashDialogProps) {
  const { id, organisation_id } = registration;
  const readCurrent = useReadCurrent({ dashboard_id: id, organisation_id });
  const [isShown, setShown] = useState(false);
  const theirs = useQuery({ queryKey: ['dashboard-clash', id], queryFn: readCurrent, staleTime: 0, gcTime: 0 });
  const copy = useSaveAsCopy(registration, onCopied);
  return (
    <Modal opened onClose={onClose} title="A newer version is stored" size="xl">
      <QueryView query={theirs}>
        {(stored) => (
          <Stack>
            <Text component="div">
              {stored ? (
                <>
                  Saved by <UserName id={stored.created_by} />, <Instant at={stored.created_ts} />, after you began.
                </>
              ) : (
                'The stored content is gone.'
              )}{' '}
              Your changes are kept here and are not saved.
            </Text>
            {isShown && stored && <DiffView theirs={printContent(stored.content)} mine={printContent(mine)} />}
            {copy.error && <FailureNotice failure={copy.error} />}
            <Group justify="flex-end">
              <PlainButton onClick={onClose}>Keep editing</PlainButton>
              {stored && (
                <PlainButton onClick={() => setShown(!isShown)}>
                  {isShown ? 'Hide the differences' : 'Look at the differences'}
                </PlainButton>
              )}
              <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate(mine)}>
                Save mine as a copy
              </Button>
              <Button color="red" loading={isSaving} onClick={() => onOverwrite(stored)}>
                Overwrite theirs
              </Button>
            </Group>
          </Stack>
        )}
      </QueryView>
    </Modal>
  );
}
