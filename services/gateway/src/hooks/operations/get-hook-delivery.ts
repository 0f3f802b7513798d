import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getHookDeliveryRow } from '../store/hook-deliveries.ts';
import { getHookRow } from '../store/hooks.ts';

export const getHookDelivery: Handler<typeof gateway, 'getHookDelivery'> = async (key, { db }) => {
  await getHookRow(db, key);
  return getHookDeliveryRow(db, key);
};
