import {
  deleteActivityAnalyzerMutation,
  getVisitAnalyzerModelOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ActivityAnalyzer } from '@tributary/client/generated/types.gen';
import { Card, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { Page, PlainButton } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { AnalyzerFailures } from './analyzer-failures.js';
import { AnalyzerForm } from './analyzer-form.js';
import { AnalyzerProperties } from './analyzer-properties.js';
import { ConfigurationFiles } from './configuration-files.js';
import { strategies } from './strategies.js';

const route = getRouteApi('/signed-in/d/$datamart_id/analyzers/$analyzer_id');

export function AnalyzerPage() {
  const { analyzer_id } = route.useParams();
  const query = useQuery(getVisitAnalyzerModelOptions({ path: { analyzer_id } }));
  const analyzer = query.data?.data;
  return (
    <Page
      title={analyzer?.name ?? `Analyzer ${analyzer_id}`}
      description={analyzer && `${analyzer.group_id}:${analyzer.artifact_id} ${analyzer.version_value}`}
      actions={analyzer && <Actions analyzer={analyzer} />}
    >
      <QueryView query={query}>
        {({ data }) => (
          <>
            <Text>When it fails on an activity: {strategies[data.error_recovery_strategy].toLowerCase()}.</Text>
            <Card withBorder>
              <Title order={2} size="h4" mb="xs">
                Properties
              </Title>
              <AnalyzerProperties analyzer_id={analyzer_id} />
            </Card>
            <ConfigurationFiles analyzer_id={analyzer_id} />
            <Card withBorder>
              <Title order={2} size="h4" mb="xs">
                Failures
              </Title>
              <AnalyzerFailures analyzer_id={analyzer_id} />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Actions({ analyzer }: { analyzer: ActivityAnalyzer }) {
  const { may } = useDatamart();
  const [isEdited, edit] = useDisclosure();
  const [isDeleted, deletion] = useDisclosure();
  if (!may('EDITOR')) return null;
  return (
    <>
      <PlainButton onClick={edit.open}>Edit</PlainButton>
      <PlainButton onClick={deletion.open}>Delete</PlainButton>
      {isEdited && <AnalyzerForm analyzer={analyzer} onClose={edit.close} />}
      {isDeleted && <DeleteAnalyzer analyzer={analyzer} onClose={deletion.close} />}
    </>
  );
}

function DeleteAnalyzer({ analyzer, onClose }: { analyzer: ActivityAnalyzer; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const navigate = route.useNavigate();
  return (
    <ConfirmWrite
      title={`Delete the analyzer ${analyzer.name}`}
      onClose={onClose}
      write={deleteActivityAnalyzerMutation()}
      request={{ path: { analyzer_id: analyzer.id } }}
      changes={['listActivityAnalyzers']}
      onDone={() => navigate({ to: '/d/$datamart_id/analyzers', params: { datamart_id } })}
      confirm="Delete"
      typed={analyzer.name}
    >
      Its properties, files and failures are deleted. An analyzer that a channel has selected cannot be deleted: remove
      it from the channel first.
    </ConfirmWrite>
  );
}
