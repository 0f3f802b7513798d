/** What billing keeps for a time only; costs and their sums stay. */
import { byAge, type AgedRows } from '@muster/service-kit';
import type { BillingConfig } from './config.ts';
import { oldReservations, oldUsages } from './store/aged-rows.ts';

export const agedRows: readonly AgedRows<BillingConfig>[] = [
  byAge('reservations', ({ RETENTION_RESERVATIONS_DAYS }: BillingConfig) =>
    oldReservations(RETENTION_RESERVATIONS_DAYS),
  ),
  byAge('run_usages', ({ RETENTION_RESERVATIONS_DAYS }: BillingConfig) =>
    oldUsages(RETENTION_RESERVATIONS_DAYS),
  ),
];
