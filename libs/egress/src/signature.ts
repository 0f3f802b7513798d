/**
 * The signature by which a receiver verifies that a request is ours and recent: `t=<seconds>,v1=<hex>`,
 * where the hex is the HMAC-SHA256 of `<seconds>.<body>` with the shared secret.
 */
import { createHmac } from 'node:crypto';

export function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
