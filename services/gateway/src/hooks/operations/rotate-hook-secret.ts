import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { hookEvent, showHook } from '../hook-events.ts';
import { newHookSecret, sealHookSecret } from '../sealed-secret.ts';
import { lockHook, rotateHook } from '../store/hooks.ts';

/** Time for a sender to switch to the new secret; until then both are taken. */
const OVERLAP_MS = 86_400_000;

export const rotateHookSecret: Handler<typeof gateway, 'rotateHookSecret'> = async (
  { companyId, hookId, secret = newHookSecret() },
  { db, config, now, emit },
) => {
  const key = { companyId, hookId };
  await lockHook(db, key);
  const until = new Date(Date.parse(now) + OVERLAP_MS).toISOString();
  const sealed = sealHookSecret({ ...config, ...gatewayConfigOf({ config }) }, hookId, secret);
  const hook = await rotateHook(db, key, sealed, { now, until });
  emit('hook.secret_rotated', hookEvent(hook));
  return { ...showHook(hook), secret };
};
