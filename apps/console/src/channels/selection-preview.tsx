import { previewProcessingSelectionOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { counted } from '../words/counted.js';

interface SelectionPreviewProps {
  channel_id: string;
  processing_id: string;
}

/** The activities that the selection of a processing would have refused. */
export function SelectionPreview({ channel_id, processing_id }: SelectionPreviewProps) {
  const { datamart_id } = useDatamart();
  const query = { datamart_id, processing_id };
  const preview = useQuery({
    ...previewProcessingSelectionOptions({ path: { channel_id }, query }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <div role="status">
      <QueryView query={preview} skeleton={<Text size="sm">Counting what it would have refused …</Text>}>
        {({ data: { activities_7d, people_7d, would_refuse_7d } }) => (
          <Text size="sm">
            In the last 7 days {counted(activities_7d, 'activity', 'activities')} of{' '}
            {counted(people_7d, 'person', 'people')} came; <b>{would_refuse_7d.toLocaleString('en')}</b> would have been
            refused by the choices of today.
          </Text>
        )}
      </QueryView>
    </div>
  );
}
