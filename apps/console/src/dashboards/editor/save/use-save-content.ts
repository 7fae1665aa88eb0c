import { notifications } from '@mantine/notifications';
import { createDashboard } from '@tributary/client/generated/sdk.gen';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveContent, type DashboardPath, type Replaced } from '@tributary/client/dashboards/stored-content';
import { contentOptions } from '../../content/content-query.js';
import { useRefreshContent } from '../../content/use-refresh-content.js';
import { bodyOf, valuesOf } from '../../registration/registration-values.js';
import type { Content } from '../content/edit-content.js';

interface Save {
  path: DashboardPath;
  base: Replaced;
  onSaved: (content: Content, id: string) => void;
}

/** Stores the content in place of the one it was made from. */
export function useSaveContent({ path, base, onSaved }: Save) {
  const refresh = useRefreshContent();
  const [replaced, setReplaced] = useState(base);
  const save = useMutation({
    mutationFn: ({ content, over }: { content: Content; over?: Replaced }) =>
      saveContent(path, content, over === undefined ? replaced : over),
    onSuccess: async (stored, { content }) => {
      setReplaced(stored);
      onSaved(content, stored.id);
      notifications.show({ message: 'Saved' });
      await refresh(path);
    },
  });
  return { save, setReplaced };
}

/** The content that is stored now: of this user, or of another one. */
export function useReadCurrent(path: DashboardPath) {
  const queries = useQueryClient();
  return () => queries.fetchQuery({ ...contentOptions(path), staleTime: 0 });
}

/** Stores the content as that of a new dashboard. */
export function useSaveAsCopy(registration: DashboardRegistration, onSaved: (id: string) => void) {
  return useMutation({
    mutationFn: async (content: Content) => {
      const values = { ...valuesOf(registration), title: `${registration.title} (copy)` };
      const { data } = await createDashboard({ body: bodyOf(values, registration) });
      const { id, organisation_id } = data.data;
      await saveContent({ dashboard_id: id, organisation_id }, content, null);
      return id;
    },
    meta: { changes: ['listDashboards'] },
    onSuccess: onSaved,
  });
}
