/**
 * The id of an event's delivery to a webhook, the same at every attempt by whichever process, so
 * that a receiver can tell what it has had. In the form of a UUID whose bits are its maker's own.
 */
import { createHash } from 'node:crypto';

export function deliveryIdOf(webhookId: string, eventId: string): string {
  const hex = createHash('sha256').update(`${webhookId} ${eventId}`).digest('hex');
  return [
    hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
