import { beforeEach, describe, expect, it } from '@jest/globals';
import { CallSlots } from './call-slots.js';

const inTime = { tookMs: 1, hasTimedOut: false };
const slow = { tookMs: 20_000, hasTimedOut: false };
const timedOut = { tookMs: 60_000, hasTimedOut: true };

let now: number;
let slots: CallSlots;
beforeEach(() => {
  now = 0;
  slots = new CallSlots(() => now);
});

const reserve = (analyzer: string, organisation = 'a') => slots.reserve(organisation, analyzer);
const reserveAll = (analyzers: number, organisation: string) =>
  Array.from({ length: analyzers }, (_, index) => reserve(`${organisation}/${index}`, organisation));
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('the calls of an analyzer', () => {
  it('are at most 64', () => {
    expect(reserve('1')).toBe(64);
    expect(reserve('1')).toBe(0);
  });

  it('leave room for others of its organisation that hang', () => {
    expect(reserveAll(8, 'a')).toEqual([64, 64, 64, 32, 16, 8, 4, 2]);
    expect(reserve('another')).toBeGreaterThan(0);
  });

  it('leave room for others when many have hung for longer than a time-out', () => {
    for (let analyzer = 0; analyzer < 60; analyzer++) {
      const taken = reserve(String(analyzer));
      for (let call = 0; call < taken; call++) slots.release(String(analyzer), timedOut);
    }
    for (let analyzer = 0; analyzer < 60; analyzer++) reserve(String(analyzer));
    expect(slots.inProgress).toBeLessThanOrEqual(240);
    expect(reserve('another')).toBeGreaterThanOrEqual(4);
  });

  it('are few after time-outs, and more again when it answers', () => {
    reserve('1');
    for (let call = 0; call < 64; call++) slots.release('1', timedOut);
    expect(reserve('1')).toBe(4);
    for (let call = 0; call < 4; call++) slots.release('1', inTime);
    expect(reserve('1')).toBe(8);
  });

  it('are as many after slow answers while no other organisation lacks slots, else few', () => {
    reserve('1');
    for (let call = 0; call < 64; call++) slots.release('1', slow);
    expect(reserve('1')).toBe(64);
    reserveAll(14, 'b');
    for (let call = 0; call < 64; call++) slots.release('1', slow);
    expect(reserve('1')).toBe(4);
  });
});

describe('the calls of an organisation', () => {
  it('are nearly all when it is alone', () => {
    reserveAll(14, 'a');
    expect(slots.inProgress).toBe(256);
  });

  it('are three quarters at most beside another, and the rest is there for those that have none', () => {
    reserve('first', 'b');
    slots.giveBack('first', 64);
    expect(sum(reserveAll(14, 'a'))).toBe(192);
    const others = Array.from({ length: 20 }, (_, index) => reserve(`other ${index}`, `other ${index}`));
    expect(others).toEqual(others.map(() => 1));
  });

  it('become equal to those of another that lacks calls, as its own end', () => {
    reserveAll(14, 'a');
    expect(sum(reserveAll(14, 'b'))).toBe(0);
    let ofB = 0;
    // Each call of the first takes 20 s; both ask again whenever one has ended.
    for (let ended = 0; ended < 200; ended++) {
      now += 50;
      slots.release(`a/${ended % 4}`, slow);
      ofB += reserve(`b/${ended % 14}`, 'b');
      reserve(`a/${ended % 4}`, 'a');
    }
    expect(ofB).toBeGreaterThan(90);
    expect(slots.inProgress).toBeLessThanOrEqual(256);
  });

  it('are its own again once the other has enough', () => {
    reserve('first', 'b');
    slots.giveBack('first', 64);
    now += 11 * 60_000;
    expect(sum(reserveAll(14, 'a'))).toBe(256);
  });
});
