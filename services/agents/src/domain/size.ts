/** How large an agent may become. Patches merge by key, so the limit of one body is none for it. */
import { Refusal } from '@muster/contracts';
import type { Configured } from './secrets.ts';

/**
 * Bytes of the open objects of an agent, with references where secrets are: as much as one body may
 * bring. An answer that shows all of it, or a revision twice as much, still fits a message.
 */
const OPEN_MAX_BYTES = 262_144;

export function checkSize({ adapterConfig, runtimeConfig, metadata }: Configured): void {
  const sizes = Object.entries({ adapterConfig, runtimeConfig, metadata })
    .map(([field, value]) => ({ field, bytes: Buffer.byteLength(JSON.stringify(value)) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= OPEN_MAX_BYTES) return;
  const largest = sizes.toSorted((one, other) => other.bytes - one.bytes)[0];
  throw new Refusal('invalid_input', [{
    path: [largest?.field],
    code: 'too_big',
    message: `adapterConfig, runtimeConfig and metadata take ${total} bytes together, ` +
      `${OPEN_MAX_BYTES} at most: keep long texts in files and name their paths`,
  }]);
}
