/** Reads the `Idempotency-Key` header, by which a client marks repeats of one request. */
import { Refusal } from '@muster/contracts';

const KEY = /^[\x21-\x7e]{1,200}$/;

export function idempotencyKeyOf(given: string | string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && KEY.test(given)) return given;
  throw new Refusal('invalid_input', [
    {
      path: ['Idempotency-Key'],
      code: 'invalid_format',
      message: '1 to 200 printable characters without spaces are expected',
    },
  ]);
}
