/**
 * The id of an event's delivery to a webhook: the same for every attempt by any process, so that a
 * receiver can recognize duplicates. A version 8 UUID.
 */
import { createHash } from 'node:crypto';

export function deliveryIdOf(webhookId: string, eventId: string): string {
  const hex = createHash('sha256').update(`${webhookId} ${eventId}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
