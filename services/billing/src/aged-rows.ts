/** What billing keeps for a time only; costs and their sums stay. */
import { byAge, type AgedRows } from '@muster/service-kit';
import type { BillingConfig } from './config.ts';
import { oldReservations } from './store/aged-rows.ts';

export const agedRows: readonly AgedRows<BillingConfig>[] = [
  byAge('reservations', ({ RETENTION_RESERVATIONS_DAYS }: BillingConfig) =>
    oldReservations(RETENTION_RESERVATIONS_DAYS),
  ),
];
