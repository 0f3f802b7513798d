/**
 * What a process that adopts a run has to know of it, and the database does not: the runner keeps
 * it, sealed with a key of the scheduler and bound to the run, so that the runner can neither read
 * nor change it, nor give it back for another run.
 */
import type { SessionCounts } from '@muster/cli-agents';
import { CliAgentType } from '@muster/contracts';
import { ownKeysOf, seal, unseal } from '@muster/service-kit';
import { z } from 'zod';
import type { SchedulerConfig } from '../config.ts';

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

const subjectOf = ({ id, epoch }: MemoOwner): string => `${id}/${epoch}`;

export function sealMemo(
  config: SchedulerConfig,
  run: MemoOwner,
  memo: RunMemo,
): Uint8Array<ArrayBuffer> {
  const [key] = ownKeysOf(config, 'run-memo');
  return Uint8Array.from(seal(key, JSON.stringify(memo), subjectOf(run)));
}

/** Nothing where no scheduler of this installation has sealed it for this run. */
export function openMemo(
  config: SchedulerConfig,
  run: MemoOwner,
  bytes: Uint8Array,
): RunMemo | undefined {
  for (const key of ownKeysOf(config, 'run-memo')) {
    const text = unseal(key, bytes, subjectOf(run));
    if (text !== undefined) return RunMemo.parse(JSON.parse(text.toString()));
  }
  return undefined;
}
