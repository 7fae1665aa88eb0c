import { add, multiply, readDecimal, toMicros, zero, type Decimal } from './decimal.js';
import { isObject, type JsonObject } from './json-object.js';

/** The largest amount that reports keep (ADR 0010), in millionths; what is beyond counts as that. */
const maxMicros = 10n ** 26n;

/** Millionths of a `$transaction_confirmed` event: the sum of its items, without items its `$amount`. */
export function transactionAmount(properties: JsonObject): bigint {
  const { $items, $amount } = properties;
  const hasItems = Array.isArray($items) && $items.length > 0;
  const amount = toMicros(hasItems ? $items.reduce<Decimal>(addItem, zero) : readDecimal($amount));
  if (amount > maxMicros) return maxMicros;
  return amount < -maxMicros ? -maxMicros : amount;
}

function addItem(sum: Decimal, item: unknown): Decimal {
  if (!isObject(item)) return sum;
  return add(sum, multiply(readDecimal(item['$qty'] ?? 1), readDecimal(item['$price'])));
}
