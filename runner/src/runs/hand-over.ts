/** What a run has left in its folder of outputs is attached to its issue when its program is gone. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  OUTPUT_NAME_MAX,
  OUTPUTS_MAX,
  type HandedOver,
  type Program,
} from '@muster/runner-protocol';
import type { Eyes } from '../hands/look.ts';
import {
  listOutputs,
  outputFolderOf,
  readOutput,
  removeEmpty,
  removeOutputs,
  type Output,
} from '../hands/outputs.ts';
import { sendFile, type Sent } from '../hands/send-file.ts';

/** For all of it: the reservation of a run outlives its program by two minutes. */
const HAND_OVER_MS = 50_000;
/** Of all files of a run: what is more takes longer than that on a slow way. */
const BYTES_MAX = 536_870_912;
const ATTEMPTS = 4;
/** Where the gateway names no time. */
const AGAIN_SECONDS = 1;
/** Entries that are counted. */
const COUNTED_MAX = 1_000;
const WHY_MAX = 300;

const KINDS: Readonly<Record<string, string>> = {
  d: 'a folder: pack it into an archive',
  l: 'a link, which is not followed',
};

interface Access {
  readonly runId: string;
  readonly issueId: string;
  readonly apiUrl: string;
  readonly token: string;
}

/**
 * Undefined where there is nothing. Does not reject.
 *
 * @param isHurried another scheduler waits for the agent, or the runner is about to be killed: what is there is
 * left, and goes with the folder when the agent starts again
 */
export async function handOver(
  eyes: Eyes,
  runId: string,
  { outputs, env }: Program,
  isHurried: boolean,
): Promise<HandedOver | undefined> {
  if (!outputs || isHurried) return undefined;
  const folder = outputFolderOf(eyes.folders, runId);
  if (await removeEmpty(folder)) return undefined;
  try {
    const found = await listOutputs(eyes, folder, COUNTED_MAX);
    if (found.length === 0) return undefined;
    const { issueId } = outputs;
    const { SERVICE_API_URL: apiUrl = '', SERVICE_API_KEY: token = '' } = env;
    const access = issueId === null ? undefined : { runId, issueId, apiUrl, token };
    return await attachAll(eyes, folder, found, access);
  } catch (error) {
    const why = `they could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
    return { attached: [], refused: [{ name: '', why: why.slice(0, WHY_MAX) }], more: 0 };
  } finally {
    await removeOutputs(eyes).catch(() => undefined);
  }
}

async function attachAll(
  eyes: Eyes,
  folder: string,
  found: readonly Output[],
  access: Access | undefined,
): Promise<HandedOver> {
  const signal = AbortSignal.timeout(HAND_OVER_MS);
  const attached: HandedOver['attached'] = [];
  const refused: HandedOver['refused'] = [];
  let bytes = 0;
  let more = 0;
  for (const output of found) {
    const name = output.name.slice(0, OUTPUT_NAME_MAX).toWellFormed();
    const isTooMany = attached.length === OUTPUTS_MAX;
    const why = isTooMany ? `more than ${OUTPUTS_MAX} files` : against(output, bytes, access);
    const sent =
      why === undefined && access ? await attach(eyes, folder, output, access, signal) : { why };
    if ('fileId' in sent) {
      bytes += output.bytes;
      attached.push({ fileId: sent.fileId, name, bytes: output.bytes });
    } else if (refused.length === OUTPUTS_MAX) more += 1;
    else refused.push({ name, why: (sent.why ?? '').slice(0, WHY_MAX).toWellFormed() });
  }
  return { attached, refused, more };
}

/** Why it is not even sent. */
function against(
  { kind, bytes }: Output,
  before: number,
  access: Access | undefined,
): string | undefined {
  if (!access) return 'the run has no issue';
  if (kind !== 'f') return KINDS[kind] ?? 'no ordinary file';
  if (before + bytes > BYTES_MAX) return `more than ${BYTES_MAX / 1_048_576} MB in all`;
  return undefined;
}

async function attach(
  eyes: Eyes,
  folder: string,
  output: Output,
  { runId, issueId, apiUrl, token }: Access,
  signal: AbortSignal,
): Promise<Sent> {
  const url = new URL(`${apiUrl}/api/issues/${issueId}/files`);
  url.searchParams.set('name', output.name);
  const key = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    const reading = readOutput(eyes, folder, output);
    const { bytes } = output;
    const file = { url, token, runId, key, bytes, body: reading.bytes, signal };
    const sent = await sendFile(file).finally(reading.close);
    if ('fileId' in sent || !sent.again || attempt === ATTEMPTS) return sent;
    const waited = wait((sent.afterSeconds ?? AGAIN_SECONDS) * 1_000, true, { signal });
    if (!(await waited.catch(() => false))) return sent;
  }
}
