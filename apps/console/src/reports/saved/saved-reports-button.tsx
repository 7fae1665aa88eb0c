import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConnectedUser } from '../../session/connected-user.js';
import { useDatamart } from '../../shell/use-datamart.js';
import type { Report } from '../query/report.js';
import { SavedReportsDialog } from './saved-reports-dialog.js';
import { savedReportsOptions } from './saved-reports.js';

interface SavedReportsProps {
  report: Report;
  onOpen: (report: Report) => void;
}

export function SavedReportsButton({ report, onOpen }: SavedReportsProps) {
  const [isOpen, setOpen] = useState(false);
  const { id } = useConnectedUser();
  const { datamart_id } = useDatamart();
  // With the page, not with the dialog: reports of this browser are moved once, without a click.
  const query = useQuery(savedReportsOptions(id, datamart_id));
  const open = (saved: Report) => {
    setOpen(false);
    onOpen(saved);
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Saved
      </Button>
      {isOpen && <SavedReportsDialog {...{ query, report }} onOpen={open} onClose={() => setOpen(false)} />}
    </>
  );
}
