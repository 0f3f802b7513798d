import { Refusal } from '@muster/contracts';

/** The earlier of two times; null is never. */
export function earlierExpiry(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) < Date.parse(other) ? one : other;
}

export function requireFutureExpiry(expiresAt: string | undefined, now: string): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(now)) {
    throw new Refusal('expiry_in_the_past', { expiresAt, now });
  }
}
