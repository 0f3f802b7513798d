/** The state of a webhook and of a delivery. */
import type { DeliveryStatus, Webhook } from '@muster/contracts';
import type { Mark } from './marks.ts';

export function webhookMark({
  status,
  disabledReason,
  failingSince,
}: Pick<Webhook, 'status' | 'disabledReason' | 'failingSince'>): Mark {
  if (disabledReason === 'failing') return { word: 'Given up', tone: 'error', shape: 'cross' };
  if (status === 'disabled') return { word: 'Off', tone: 'quiet', shape: 'dotted' };
  if (failingSince !== null) return { word: 'Failing', tone: 'stuck', shape: 'half' };
  return { word: 'On', tone: 'done', shape: 'full' };
}

export const deliveryMarks: Readonly<Record<DeliveryStatus, Mark>> = {
  pending: { word: 'Pending', tone: 'work', shape: 'half' },
  delivered: { word: 'Delivered', tone: 'done', shape: 'full' },
  dead: { word: 'Dead', tone: 'error', shape: 'cross' },
};
