/**
 * Whether a delivery is from who knows the secret: over the bytes as they came, before anything of them is
 * parsed, and in constant time.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { HOOK_CLOCK_SECONDS, type HookForm } from '@muster/contracts';

export interface SentDelivery {
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/** What makes a delivery the same one when it comes again. */
export interface Verified {
  /** Signed with the body, or the sender's own; undefined: the id is in the body. */
  readonly id: string | undefined;
  /** Nothing that is signed tells two deliveries with the same body apart. */
  readonly isByBody: boolean;
}

type Verify = (sent: SentDelivery, secrets: readonly string[], now: number) => Verified | undefined;

const isEqual = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

/** Hashed first, so that not even the length of the secret shows. */
const isSameText = (given: string, expected: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
};

type Key = string | Buffer;
const mac = (key: Key, ...parts: readonly (string | Buffer)[]): Buffer => {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
};

const HEX = /^[\da-f]{64}$/i;
const BASE64 = /^[\w+/-]{43}=?$/;

/** Hexadecimal or base64 of 32 bytes, with or without `sha256=` before it. */
function digestOf(text: string | undefined): Buffer | undefined {
  const bare = text?.trim().replace(/^sha256=/i, '') ?? '';
  if (HEX.test(bare)) return Buffer.from(bare, 'hex');
  return BASE64.test(bare) ? Buffer.from(bare, 'base64') : undefined;
}

const isNow = (seconds: string | undefined, now: number): seconds is string =>
  seconds !== undefined &&
  /^\d{1,12}$/.test(seconds) &&
  Math.abs(now / 1_000 - Number(seconds)) <= HOOK_CLOCK_SECONDS;

/** A signature over the body alone. */
const byBody =
  (signature: string, id: string): Verify =>
  ({ header, body }, secrets) => {
    const given = digestOf(header(signature));
    if (!given || !secrets.some((secret) => isEqual(given, mac(secret, body)))) return undefined;
    return { id: header(id), isByBody: true };
  };

/** `v0=` and the time, as Slack sends them. */
const slack: Verify = ({ header, body }, secrets, now) => {
  const time = header('x-slack-request-timestamp');
  const signature = /^v0=([\da-f]{64})$/i.exec(header('x-slack-signature') ?? '')?.[1];
  if (!isNow(time, now) || signature === undefined) return undefined;
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) => isEqual(given, mac(secret, `v0:${time}:`, body)))
    ? { id: undefined, isByBody: false }
    : undefined;
};

/** `t=…,v1=…`, and several `v1` while the sender changes its secret. */
const stripe: Verify = ({ header, body }, secrets, now) => {
  const parts = (header('stripe-signature') ?? '').split(',').map((part) => part.trim());
  const time = parts.find((part) => part.startsWith('t='))?.slice(2);
  if (!isNow(time, now)) return undefined;
  const given = parts.flatMap((part) => {
    const hex = /^v1=([\da-f]{64})$/i.exec(part)?.[1];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
  const expected = secrets.map((secret) => mac(secret, `${time}.`, body));
  return given.some((one) => expected.some((other) => isEqual(one, other)))
    ? { id: undefined, isByBody: false }
    : undefined;
};

/** The secret itself; or, where the sender has a signing token, a signature as Standard Webhooks has it. */
const gitlab: Verify = (sent, secrets, now) => {
  const { header } = sent;
  if (header('webhook-signature') !== undefined) return standard(sent, secrets, now);
  const given = header('x-gitlab-token');
  if (given === undefined || !secrets.some((secret) => isSameText(given, secret))) return undefined;
  const id = header('idempotency-key') ?? header('x-gitlab-event-uuid');
  return { id, isByBody: id === undefined };
};

const standard: Verify = ({ header, body }, secrets, now) => {
  const id = header('webhook-id');
  const time = header('webhook-timestamp');
  if (id === undefined || !isNow(time, now)) return undefined;
  const given = (header('webhook-signature') ?? '')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? (digestOf(one.slice(3)) ?? []) : []));
  const expected = secrets.map((secret) => mac(keyOf(secret), `${id}.${time}.`, body));
  return given.some((one) => expected.some((other) => isEqual(one, other)))
    ? { id, isByBody: false }
    : undefined;
};

/** A signing token is base64 behind `whsec_`. */
const keyOf = (secret: string): Key =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;

const verifies: Readonly<Record<HookForm, Verify>> = {
  github: byBody('x-hub-signature-256', 'x-github-delivery'),
  gitlab,
  slack,
  stripe,
  hmac: byBody('x-signature-256', 'x-delivery-id'),
};

export const verifySignature = (
  form: HookForm,
  sent: SentDelivery,
  secrets: readonly string[],
  now: number,
): Verified | undefined => verifies[form](sent, secrets, now);

const KEY_MAX = 200;
/** Where the body of a form has the id of the delivery, which the signature covers. */
const idInBody: Partial<Record<HookForm, string>> = { slack: 'event_id', stripe: 'id' };

export interface DeliveryIdentity {
  readonly deliveryKey: string;
  readonly bodyHash: string | null;
}

/** What is kept of a delivery to know it again. */
export function identityOf(
  form: HookForm,
  { id, isByBody }: Verified,
  body: Buffer,
  parsed: unknown,
): DeliveryIdentity {
  const hash = createHash('sha256').update(body).digest('base64url');
  const field = idInBody[form];
  const inBody: unknown = field === undefined ? undefined : Object(parsed)[field];
  const named = id ?? (typeof inBody === 'string' ? inBody : '');
  const isFit = named !== '' && named.length <= KEY_MAX && !named.includes('\0');
  const deliveryKey = isFit ? named.toWellFormed() : hash;
  return { deliveryKey, bodyHash: isByBody ? hash : null };
}
