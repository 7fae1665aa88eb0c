import { Text } from '@mantine/core';
import { AnchorLink } from '../components/links.js';
import { ProcessingLink } from '../processings/processing-link.js';
import { useDatamart } from '../shell/use-datamart.js';
import type { TraceStep } from './step-texts.js';

const credentials = {
  API_TOKEN: 'API token',
  SESSION: 'session',
  SIGNATURE: 'signing key',
  COLLECT_KEY: 'collect key',
} as const;

/** The subject of a step, with a link where the console has a page. */
export function StepDetails({ step }: { step: TraceStep }) {
  const { datamart_id } = useDatamart();
  const { user_point_id, activity_analyzer_id, processing_id } = step;
  if (user_point_id !== undefined)
    return (
      <AnchorLink to="/d/$datamart_id/people/$selector" params={{ datamart_id, selector: user_point_id }}>
        The person
      </AnchorLink>
    );
  if (activity_analyzer_id !== undefined)
    return (
      <>
        <AnchorLink
          to="/d/$datamart_id/analyzers/$analyzer_id"
          params={{ datamart_id, analyzer_id: activity_analyzer_id }}
        >
          Analyzer {activity_analyzer_id}
        </AnchorLink>
        {step.changed !== undefined && (step.changed ? ', which changed it' : ', which changed nothing')}
      </>
    );
  if (processing_id !== undefined)
    return (
      <Text size="sm">
        about <ProcessingLink processing_id={processing_id} />
      </Text>
    );
  const text = textOf(step);
  return text === '' ? null : <Text size="sm">{text}</Text>;
}

function textOf({ step, credential, execution_id, identifiers, count, different }: TraceStep): string {
  if (execution_id !== undefined) return `by execution ${execution_id} of an import`;
  if (credential) return `with the ${credentials[credential.kind]} ${credential.id}`;
  if (identifiers) return identifiers.join(', ');
  if (step !== 'DUPLICATE') return '';
  const times = count === 1 ? 'once' : `${count} times`;
  return different ? `${times}, with another activity` : times;
}
