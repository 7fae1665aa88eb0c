import { isDeepStrictEqual } from 'node:util';
import type { TraceStep, TraceStepName } from '@tributary/contracts/traces/activity-trace';
import type { Json, PluginAnswer, PluginScript } from '@tributary/testing/plugin-double';
import type { Failure } from './analyzed-channel.js';

/** A call that a plugin received, and its answer. A caller that was killed did not get that. */
interface AnsweredCall {
  activity: Json;
  answer: PluginAnswer;
}

/** An activity that has left its only analyzer, as the platform shows it. */
export interface AnalyzedActivity {
  id: string;
  /** As the client sent it. */
  sent: Json;
  /** The steps of its trace. */
  steps: readonly TraceStep[];
  /** Its body in the database, if it is stored. */
  stored?: Json | undefined;
  /** The failure of the analyzer that is listed, if one is. */
  failure?: Pick<Failure, 'class' | 'status'> | undefined;
}

/** Steps of which an analyzer makes one. */
const left: ReadonlySet<TraceStepName> = new Set<TraceStepName>([
  'ANALYZED',
  'ANALYSIS_FAILED',
  'DROPPED',
  'DROPPED_ON_ERROR',
  'EXPIRED',
]);
/** Failures to get an answer: the plugin need not have seen the call. */
const unanswered: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TIMEOUT', 'EXPIRED']);

/** All that plugins have received and answered, also plugins that have died since. */
export class PluginRecord {
  private readonly calls = new Map<string, AnsweredCall[]>();

  /** The script of a plugin whose calls are kept here. */
  keeping(script: PluginScript): PluginScript {
    return async (call, count) => {
      const answer = await script(call, count);
      const key = String(call.headers['idempotency-key']);
      this.calls.set(key, [...(this.calls.get(key) ?? []), { activity: call.activity, answer }]);
      return answer;
    };
  }

  /** The ids of the activities that plugins have received. */
  get received(): string[] {
    return [...new Set([...this.calls.keys()].map((key) => key.split('/')[0] ?? ''))];
  }

  /** How the platform contradicts what the plugins have received and answered. Empty if it agrees. */
  contradictions(one: AnalyzedActivity): string[] {
    const steps = one.steps.filter(({ step }) => left.has(step));
    const [step] = steps;
    if (!step || steps.length > 1) return [`${one.id} has made ${steps.length} steps of its analyzer`];
    const calls = this.calls.get(`${one.id}/${step.activity_analyzer_id}`) ?? [];
    const found: string[] = [];
    const check = (isRight: boolean, text: string) => isRight || found.push(`${one.id}: ${text}`);
    check(
      calls.every(({ activity }) => isSame(activity, one.sent)),
      'the plugin has received another activity',
    );
    check(isMade(step, one, calls), `no answer of the plugin leads to ${step.step}`);
    check((one.failure !== undefined) === hasFailed(step), `${step.step}, and ${one.failure?.class} is listed`);
    if (step.step !== 'ANALYZED')
      check(!one.stored || isSame(one.stored, one.sent), 'another activity is stored than was sent');
    return found;
  }
}

/** Whether the calls may lead to the step of their analyzer, and to what is stored. */
function isMade({ step, changed }: TraceStep, { stored, failure }: AnalyzedActivity, calls: AnsweredCall[]): boolean {
  switch (step) {
    case 'ANALYZED':
      return calls.some(({ activity, answer }) => {
        if (answer.kind !== 'ok') return false;
        const data = answer.data as Json;
        return isSame(data, activity) !== changed && (!stored || isSame(stored, data));
      });
    case 'DROPPED':
      return calls.some(({ answer }) => answer.kind === 'drop');
    default:
      return (
        failure !== undefined && (unanswered.has(failure.class) || calls.some(({ answer }) => isThat(answer, failure)))
      );
  }
}

const isThat = (answer: PluginAnswer, { status }: Pick<Failure, 'status'>) =>
  answer.kind === 'status' && answer.status === status;

const hasFailed = ({ step }: TraceStep) => step !== 'ANALYZED' && step !== 'DROPPED';

/** Whether two activities have the same content. Times are those of their receipt: these clients send none. */
const isSame = (one: Json, other: Json) => isDeepStrictEqual(contentOf(one), contentOf(other));

function contentOf({ $ts: _, $events, ...activity }: Json): Json {
  for (const field of ['$unique_key', '$id', '$received_ts', '$error_analyzer_id', '$is_bot']) delete activity[field];
  return { ...activity, $events: ($events as Json[]).map(({ $ts: _ts, ...event }) => event) };
}
