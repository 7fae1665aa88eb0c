import { describe, expect, it } from '@jest/globals';
import { cases, queries, rules, type Rules } from './observability.js';
import { promtool, promtoolWith } from './promtool.js';

/** The same rules, each alert with another expression and without delay. */
const withAlerts = (expr: string): Rules => ({
  groups: rules.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => (rule.alert === undefined ? rule : { ...rule, expr, for: '0s' })),
  })),
});
/** How many cases of `alerts.test.yaml` fail. */
const failures = (output: string) => output.match(/^\s+expr: /gm)?.length ?? 0;

/** Half a minute each on a busy machine. */
const promtoolMs = 180_000;

describe('the rules of Prometheus', () => {
  it('are valid, and so is its configuration', () => {
    expect(promtool(['check', 'config', 'prometheus.yaml'])).toMatchObject({ code: 0 });
  });

  it(
    'fire when they should, and otherwise do not',
    () => {
      expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toMatchObject({ code: 0 });
    },
    promtoolMs,
  );

  it(
    'have cases that fail for rules that never fire, and for rules that always do',
    () => {
      const firing = cases.filter(({ name }) => name.startsWith('fires: ')).length;
      const never = promtoolWith(withAlerts('vector(0) > 1'), ['test', 'rules', 'alerts.test.yaml']);
      expect([never.code, failures(never.output)]).toEqual([1, firing]);
      const always = promtoolWith(withAlerts('vector(1)'), ['test', 'rules', 'alerts.test.yaml']);
      expect(always.code).toBe(1);
      expect(failures(always.output)).toBeGreaterThanOrEqual(cases.length - firing);
    },
    promtoolMs,
  );
});

describe('the dashboard', () => {
  /** Each expression as a rule, with the values that Grafana gives its variables. */
  const asRules = (exprs: string[]) => ({
    groups: [
      {
        name: 'panels',
        rules: exprs.map((expr, index) => ({
          record: `panel:${index}`,
          expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$app', '.+'),
        })),
      },
    ],
  });
  const check = (exprs: string[]) => promtoolWith(asRules(exprs), ['check', 'rules', 'alerts.yaml']);

  it('queries what Prometheus understands', () => {
    expect(queries.length).toBeGreaterThan(30);
    expect(check(queries.map(({ expr }) => expr))).toMatchObject({ code: 0 });
    expect(check(['sum(rate(tributary_http_request_duration_seconds_count[5m])']).code).toBe(1);
  });
});
