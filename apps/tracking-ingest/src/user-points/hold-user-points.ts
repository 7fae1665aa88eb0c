import type pg from 'pg';
import { findUserPoints, type Sought } from './find-user-points.js';
import { lockUserPoints } from './lock-user-points.js';
import { untilSettled } from './until-settled.js';

/**
 * The surviving user point of each, undefined where nobody is known by that. They are the transaction's alone until it
 * ends: a transaction that does several things to people, one after the other, holds them all first.
 */
export function holdUserPoints(
  client: pg.ClientBase,
  datamart_id: string,
  sought: Sought[],
): Promise<(string | undefined)[]> {
  const find = () => [findUserPoints(client, datamart_id, sought)] as const;
  return untilSettled(client, find, async ([ids], snapshot) => {
    const points = new Set(ids.filter((id) => id !== undefined));
    const touched = [...points].map((user_point_id) => ({ datamart_id, user_point_id }));
    return (await lockUserPoints(client, touched, snapshot)) ? ids : undefined;
  });
}
