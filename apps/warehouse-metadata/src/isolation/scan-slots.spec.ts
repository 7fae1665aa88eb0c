import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ScanSlots } from './scan-slots.js';

const limits = { total: 3, perOrganisation: 2, waiting: 3, waitingPerOrganisation: 2 };
const long = new AbortController().signal;

/** Slots, and a list of the scans that run; each ends when it is called. */
function slots() {
  const held = new ScanSlots(limits);
  const running: { organisation_id: string; end: () => void }[] = [];
  const start = (organisation_id: string, signal = long) =>
    held.hold(organisation_id, signal, () => new Promise<void>((end) => running.push({ organisation_id, end })));
  const names = async () => {
    await nextTurn();
    return running.map(({ organisation_id }) => organisation_id).join('');
  };
  return { start, running, names };
}

describe('the slots of scans', () => {
  it('leave a slot to another organisation', async () => {
    const { start, names } = slots();
    for (const id of ['1', '1', '1', '2']) void start(id);
    expect(await names()).toBe('112');
  });

  it('start the oldest waiting scan whose organisation has not used its share', async () => {
    const { start, running, names } = slots();
    for (const id of ['1', '1', '1', '2', '3']) void start(id);
    expect(await names()).toBe('112');
    running[2]?.end();
    expect(await names()).toBe('1123');
    running[0]?.end();
    expect(await names()).toBe('11231');
  });

  it('are free again after a failure', async () => {
    const held = new ScanSlots({ ...limits, total: 1 });
    await expect(held.hold('1', long, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(held.hold('1', long, () => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('refuse more than a few waiting scans of an organisation, and of all', async () => {
    const { start } = slots();
    for (const id of ['1', '1', '2', '1', '1']) void start(id);
    await expect(start('1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    void start('2');
    await expect(start('3')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('are not waited for longer than the signal allows, and are not taken afterwards', async () => {
    const { start, running, names } = slots();
    for (const id of ['1', '1']) void start(id);
    const abort = new AbortController();
    const waiting = start('1', abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    running[0]?.end();
    expect(await names()).toBe('11');
  });
});
