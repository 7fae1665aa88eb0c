import { Injectable } from '@nestjs/common';
import type { EventTypeChanged } from '@tributary/contracts/tracking-plan/event-type';
import { LRUCache } from 'lru-cache';
import { compileSchema, type Validate } from './compile-schema.js';

/** Characters of the schemas that are compiled at once; others are compiled again when an event needs them. */
const maxCompiled = 16 * 1_024 * 1_024;

/** The rule of a datamart for its events of one name. */
export interface EventRule {
  isBlocked: boolean;
  refuses: boolean;
  /** JSON text. */
  schema: string | undefined;
}

/** The rules of a datamart that has any. */
export interface PlanRules {
  ruleOf: (event_name: string) => EventRule | undefined;
  /** Whether any rule acts on an activity before it is accepted. */
  acts: boolean;
  validatorOf: (schema: string) => Validate;
}

interface DatamartRules {
  types: Map<string, EventRule>;
  /** Types that block or refuse. */
  acting: number;
}

const isActing = (rule: EventRule | undefined) => rule !== undefined && (rule.isBlocked || rule.refuses);

/** An app's copy of the tracking plans: of each the types that do something. */
@Injectable()
export class TrackingPlans {
  private readonly datamarts = new Map<string, DatamartRules>();
  private readonly compiled = new LRUCache<string, Validate>({
    maxSize: maxCompiled,
    sizeCalculation: (_validate, schema) => schema.length + 1,
  });

  /** Undefined for a datamart whose plan does nothing. */
  rulesOf(datamart_id: string): PlanRules | undefined {
    const rules = this.datamarts.get(datamart_id);
    return (
      rules && {
        ruleOf: (event_name) => rules.types.get(event_name),
        acts: rules.acting > 0,
        validatorOf: (schema) => this.validatorOf(schema),
      }
    );
  }

  apply({ datamart_id, name, status, schema, on_violation }: EventTypeChanged): void {
    const isBlocked = status === 'BLOCKED';
    if (!isBlocked && schema === undefined) return this.remove(datamart_id, name);
    this.set(datamart_id, name, { isBlocked, schema, refuses: schema !== undefined && on_violation === 'REFUSE' });
  }

  /** @param key that of a message */
  forget(key: string): void {
    const end = key.indexOf('/');
    this.remove(key.slice(0, end), key.slice(end + 1));
  }

  private set(datamart_id: string, name: string, rule: EventRule): void {
    const rules = this.datamarts.get(datamart_id) ?? { types: new Map<string, EventRule>(), acting: 0 };
    rules.acting += Number(isActing(rule)) - Number(isActing(rules.types.get(name)));
    rules.types.set(name, rule);
    this.datamarts.set(datamart_id, rules);
  }

  private remove(datamart_id: string, name: string): void {
    const rules = this.datamarts.get(datamart_id);
    if (!rules) return;
    rules.acting -= Number(isActing(rules.types.get(name)));
    rules.types.delete(name);
    if (rules.types.size === 0) this.datamarts.delete(datamart_id);
  }

  private validatorOf(schema: string): Validate {
    const known = this.compiled.get(schema);
    if (known) return known;
    const validate = compileSchema(JSON.parse(schema));
    this.compiled.set(schema, validate);
    return validate;
  }
}
