/** Operations on hooks and their deliveries. */
import type { RoomOperations } from '../parts.ts';
import { createHook } from './operations/create-hook.ts';
import { deleteHook } from './operations/delete-hook.ts';
import { getHook } from './operations/get-hook.ts';
import { getHookDelivery } from './operations/get-hook-delivery.ts';
import { listHookDeliveries } from './operations/list-hook-deliveries.ts';
import { listHooks } from './operations/list-hooks.ts';
import { redeliverHook } from './operations/redeliver-hook.ts';
import { rotateHookSecret } from './operations/rotate-hook-secret.ts';
import { takeHookDelivery } from './operations/take-hook-delivery.ts';
import { updateHook } from './operations/update-hook.ts';

export const hookOperations = {
  createHook,
  listHooks,
  getHook,
  updateHook,
  deleteHook,
  rotateHookSecret,
  listHookDeliveries,
  getHookDelivery,
  redeliverHook,
  takeHookDelivery,
} satisfies RoomOperations;
