/** Writes what failed for its credentials into the activity of the account, if there is one. */
import { Refusal, type RefusalCode } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { insertFailure, type NewAccountAction } from '../store/account-activity.ts';

/** Other refusals say nothing of an account: too many tries, a missing header, an overload. */
const OF_CREDENTIALS: readonly RefusalCode[] = [
  'wrong_credentials',
  'wrong_password',
  'unauthenticated',
  'identity_provider_failed',
];

export async function notingFailure<T>(
  db: Db,
  action: () => Promise<NewAccountAction>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refusal && OF_CREDENTIALS.includes(error.code)) {
      await insertFailure(db, await action());
    }
    throw error;
  }
}
