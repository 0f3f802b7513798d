/** The sign-in library's refusals as ours; what it could not do is a fault, or a database away. */
import { Refusal, type RefusalCode } from '@muster/contracts';
import { isDatabaseAway } from '@muster/service-kit';
import { isAPIError } from 'better-auth/api';

export async function asked<T>(
  ask: () => Promise<T>,
  refused: RefusalCode = 'unauthenticated',
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.statusCode < 500) throw new Refusal(refused);
    throw isDatabaseAway(error.cause) ? new Refusal('unavailable') : error;
  }
}
