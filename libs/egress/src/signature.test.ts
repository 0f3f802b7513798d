import { expect, it } from 'vitest';
import { signatureOf } from './signature.ts';

it('signs the time and the body together', () => {
  // Computed by another program: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
  expect(signatureOf('secret', '{"a":1}', 1_700_000_000_999)).toBe(
    't=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686',
  );
});
