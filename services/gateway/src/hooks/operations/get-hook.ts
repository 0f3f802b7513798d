import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showHook } from '../hook-events.ts';
import { getHookRow } from '../store/hooks.ts';

export const getHook: Handler<typeof gateway, 'getHook'> = async (key, { db }) =>
  showHook(await getHookRow(db, key));
