import { expect } from '@jest/globals';

/** The metrics that a process serves now. */
export class ExposedMetrics {
  private constructor(private readonly text: string) {}

  /** @param url without `/metrics` */
  static async of(url: string): Promise<ExposedMetrics> {
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    return new ExposedMetrics(await answer.text());
  }

  /** As queries name them: a histogram has three. */
  get names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
  }

  /** The sum of the samples that have these labels among theirs, 0 without any. */
  sum(name: string, labels: Record<string, string> = {}): number {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return [...this.text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)]
      .filter(([, own, set = '']) => own === name && wanted.every((one) => set.split(/,(?=\w+=)/).includes(one)))
      .reduce((sum, [, , , value]) => sum + Number(value), 0);
  }
}
