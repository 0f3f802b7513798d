import { randomUUID } from 'node:crypto';

/** UUIDv7: ids sort by the time they were made, which keeps indexes dense. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  // The random part comes from a version 4 UUID, whose randomness is pooled.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
