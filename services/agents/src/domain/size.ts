/** The size limit of an agent. Patches merge by key, so the limit of one body does not bound it. */
import { Refusal } from '@muster/contracts';
import type { OpenObjects } from './secrets.ts';

/**
 * Most bytes of an agent's open objects, with references in place of secrets: the size of one body.
 * An answer with all of them, or a revision with them twice, still fits a message.
 */
const OPEN_MAX_BYTES = 262_144;

export function requireSizeWithinLimit({
  adapterConfig,
  runtimeConfig,
  metadata,
}: OpenObjects): void {
  const sizes = Object.entries({ adapterConfig, runtimeConfig, metadata }).map(
    ([field, value]) => ({ field, bytes: Buffer.byteLength(JSON.stringify(value)) }),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= OPEN_MAX_BYTES) return;
  const largest = sizes.toSorted((one, other) => other.bytes - one.bytes)[0];
  throw new Refusal('invalid_input', [
    {
      path: [largest?.field],
      code: 'too_big',
      message:
        `adapterConfig, runtimeConfig and metadata have ${total} bytes together, more than the ` +
        `${OPEN_MAX_BYTES} allowed: keep long texts in files and configure their paths`,
    },
  ]);
}
