/**
 * How a receiver knows that a request is ours and new: `t=<seconds>,v1=<hex>`, where the hex is the
 * HMAC-SHA256 of `<seconds>.<body>` by a secret that both have.
 */
import { createHmac } from 'node:crypto';

export function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
