/** What the agent of a run receives, wherever it runs: its token and the SERVICE_* values. */
import { randomBytes } from 'node:crypto';
import type { Run, RunVariable } from '@muster/contracts';
import { formerKeysOf, nextTraceparent, readRunTokenKey, signRunToken } from '@muster/service-kit';
import type { SchedulerConfig } from '../config.ts';
import { wakeVariables } from '../domain/run-context.ts';
import type { StartedRun } from './start-run.ts';

/** The token outlives the longest run a little: its last request may be in flight. */
const TOKEN_MARGIN_SECONDS = 60;

type Settings = Pick<SchedulerConfig, 'MUSTER_RUN_TOKEN_KEY' | 'MUSTER_SECRET'>;
type Addresses = Pick<SchedulerConfig, 'MUSTER_API_URL' | 'MUSTER_PUBLIC_URL'>;

/** Valid for this run only, and a little longer than its time limit. */
export function runTokenOf(config: Settings, run: Run, longestSeconds: number): string {
  const now = Date.now() / 1_000;
  const [formerKey] = formerKeysOf(config, 'run-token');
  return signRunToken(
    { key: readRunTokenKey(config.MUSTER_RUN_TOKEN_KEY), formerKey },
    {
      runId: run.id,
      agentId: run.agentId,
      companyId: run.companyId,
      epoch: run.epoch,
      exp: Math.ceil(now + longestSeconds) + TOKEN_MARGIN_SECONDS,
      iat: Math.floor(now),
    },
  );
}

/** More than can be guessed, in characters that JSON leaves as they are. */
const NONCE_BYTES = 18;

/** Marks the lines of output with which the program of a run reports. */
export const newRunNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/** Where an agent on a runner reaches the gateway. */
export const nearAddress = ({ MUSTER_API_URL }: Addresses): string => withoutSlash(MUSTER_API_URL);

/** Where an agent reaches the gateway that runs elsewhere. */
export const publicAddress = ({ MUSTER_PUBLIC_URL, MUSTER_API_URL }: Addresses): string =>
  withoutSlash(MUSTER_PUBLIC_URL ?? MUSTER_API_URL);

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export const runVariablesOf = (
  { run, wakes }: StartedRun,
  { apiUrl, token }: { readonly apiUrl: string; readonly token: string },
  traceparent: string | null,
): Record<RunVariable | 'TRACEPARENT', string> => ({
  ...wakeVariables(wakes),
  SERVICE_API_URL: apiUrl,
  SERVICE_API_KEY: token,
  SERVICE_AGENT_ID: run.agentId,
  SERVICE_COMPANY_ID: run.companyId,
  SERVICE_RUN_ID: run.id,
  TRACEPARENT: nextTraceparent(traceparent),
});
