/**
 * What a process that adopts a run has to know of it, and the database does not: the runner keeps
 * it, sealed with a key of the scheduler and bound to the run, so that the runner can neither read
 * nor change it, nor give it back for another run.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SessionCounts } from '@muster/cli-agents';
import { CliAgentType } from '@muster/contracts';
import { ownKeysOf } from '@muster/service-kit';
import { z } from 'zod';
import type { SchedulerConfig } from '../config.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** From the scheduler's own table. */
const Counts = z.custom<SessionCounts>();

export const RunMemo = z.object({
  /** The token of the run and the texts to mask: nothing of them is shown in the log. */
  token: z.string(),
  hide: z.array(z.string()),
  nonce: z.string(),
  believesUnmarkedLines: z.boolean(),
  sliceCents: z.number(),
  ttlSeconds: z.number(),
  /** Null where the run keeps no session. */
  session: z
    .object({
      /** Fingerprint of the configuration that its sessions belong to. */
      configured: z.string(),
      /** The session that the run was offered to resume. */
      offered: z.string().nullable(),
      /** Of that session; where a coding agent has counted it. */
      counts: Counts.nullish(),
    })
    .nullable(),
  /** The session that it was offered was of no use, and it began again without one. */
  hasDroppedSession: z.boolean().optional(),
  /** Whose program reports in its own form; absent for programs that mark their lines. */
  program: CliAgentType.optional(),
  /** It reads messages from its input while it works. */
  keepsInput: z.boolean().optional(),
  /** The model of its configuration. */
  model: z.string().optional(),
  /** Whether its provider is paid by the token. */
  isMetered: z.boolean().optional(),
  traceparent: z.string().nullable(),
});
export type RunMemo = z.output<typeof RunMemo>;

interface MemoOwner {
  readonly id: string;
  readonly epoch: number;
}

const boundTo = ({ id, epoch }: MemoOwner): Buffer => Buffer.from(`${id}/${epoch}`);

export function sealMemo(
  config: SchedulerConfig,
  run: MemoOwner,
  memo: RunMemo,
): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, ownKeysOf(config, 'run-memo')[0], iv);
  cipher.setAAD(boundTo(run));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(memo)), cipher.final()]);
  return Uint8Array.from(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
}

/** Nothing where no scheduler of this installation has sealed it for this run. */
export function openMemo(
  config: SchedulerConfig,
  run: MemoOwner,
  bytes: Uint8Array,
): RunMemo | undefined {
  for (const key of ownKeysOf(config, 'run-memo')) {
    const text = unseal(key, run, bytes);
    if (text !== undefined) return RunMemo.parse(JSON.parse(text));
  }
  return undefined;
}

function unseal(key: Buffer, run: MemoOwner, bytes: Uint8Array): string | undefined {
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(run));
  decipher.setAuthTag(tag);
  const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
