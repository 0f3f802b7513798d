/** Turns the sign-in library's errors into refusals; its server errors stay faults. */
import { Refusal, type RefusalCode } from '@muster/contracts';
import { refusalOfFailure } from '@muster/service-kit';

export async function withAuthErrors<T>(
  call: () => Promise<T>,
  code: RefusalCode = 'unauthenticated',
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // It has been loaded before: the error comes from it.
    const { isAPIError } = await import('better-auth/api');
    if (!isAPIError(error)) throw error;
    if (error.statusCode < 500) throw new Refusal(code);
    throw refusalOfFailure(error.cause) ?? error;
  }
}
