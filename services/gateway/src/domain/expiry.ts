/** Ends of credentials. */
import { Refusal } from '@muster/contracts';

export function refusePastExpiry(expiresAt: string | undefined, now: string): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(now)) {
    throw new Refusal('expiry_in_the_past', { expiresAt, now });
  }
}
