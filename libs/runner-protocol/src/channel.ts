/**
 * The TLS of a channel. Both sides prove that they have the pre-shared key; ECDHE makes what was
 * recorded unreadable even for one who gets the key later, so only suites with it are offered.
 */
import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';

/** Longest handshake, of TLS and of the first message. */
export const HANDSHAKE_MS = 5_000;
/** When the kernel begins to ask whether the other machine is still there. */
const KEEP_ALIVE_MS = 5_000;

export const channelOptions = {
  // In TLS 1.2 the suite itself says that the key is used together with ECDHE.
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  // The one suite with a pre-shared key, ECDHE and authenticated encryption.
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  // A resumed session would be encrypted with keys that an earlier one had.
  secureOptions: constants.SSL_OP_NO_TICKET,
} as const satisfies SecureContextOptions;

/** Messages are small and awaited: they are sent at once. */
export function tune(socket: Socket): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
}
