/** What a failure of Postgres is to the caller of an operation. */
import { Refusal } from '@muster/contracts';
import { isDatabaseUnavailable, isDataException, isQueryCanceled } from './pool.ts';

const unacceptableValue = new Refusal('invalid_input', [
  { path: [], code: 'unacceptable_value', message: 'a value cannot be stored' },
]);

/**
 * Requests to an unavailable or slow database may be retried. Undefined for every other failure: that
 * is a fault.
 */
export function refusalOfFailure(
  failure: unknown,
  unavailable?: { readonly service: string },
): Refusal | undefined {
  if (isDatabaseUnavailable(failure)) return new Refusal('unavailable', unavailable);
  if (isQueryCanceled(failure)) return new Refusal('deadline_exceeded');
  if (isDataException(failure)) return unacceptableValue;
  return undefined;
}
