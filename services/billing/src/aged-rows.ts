/** What billing keeps for a time only; costs and their sums stay. */
import type { AgedRows } from '@muster/service-kit';
import type { BillingConfig } from './config.ts';
import { deleteOldReservations } from './store/aged-rows.ts';

export const agedRows: readonly AgedRows<BillingConfig>[] = [
  {
    table: 'reservations',
    deleteBatch: (db, { RETENTION_RESERVATIONS_DAYS }, after) =>
      deleteOldReservations(db, RETENTION_RESERVATIONS_DAYS, after),
  },
];
