import { add, multiply, readDecimal, toMicros, zero, type Decimal } from './decimal.js';
import { isObject, type JsonObject } from './json-object.js';

/** The largest sum a report may be asked to add up, in millionths; what is beyond is no amount. */
const maxMicros = 10n ** 24n;

/** Millionths of a `$transaction_confirmed` event: the sum of its items, without items its `$amount`. */
export function transactionAmount(properties: JsonObject): bigint {
  const { $items, $amount } = properties;
  const hasItems = Array.isArray($items) && $items.length > 0;
  const amount = toMicros(hasItems ? $items.reduce<Decimal>(addItem, zero) : readDecimal($amount));
  return amount > maxMicros || amount < -maxMicros ? 0n : amount;
}

function addItem(sum: Decimal, item: unknown): Decimal {
  if (!isObject(item)) return sum;
  return add(sum, multiply(readDecimal(item['$qty'] ?? 1), readDecimal(item['$price'])));
}
