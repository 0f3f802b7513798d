/** What the agent of a run is given, wherever it runs: its token and the SERVICE_* values. */
import type { Run, RunVariable } from '@muster/contracts';
import { deriveKey, onward, signRunToken } from '@muster/service-kit';
import type { SchedulerConfig } from '../config.ts';
import { wakeVariables } from '../domain/run-context.ts';
import type { Started } from './start-run.ts';

/** The token of a run outlives the longest run a little: its last request may be under way. */
const TOKEN_MARGIN_SECONDS = 60;

type Settings = Pick<SchedulerConfig, 'MUSTER_SECRET' | 'MUSTER_API_URL'>;

/** Good for this run only, and not much longer than it may last. */
export const tokenOf = (config: Settings, run: Run, longestSeconds: number): string =>
  signRunToken(deriveKey(config.MUSTER_SECRET, 'run-token'), {
    runId: run.id,
    agentId: run.agentId,
    companyId: run.companyId,
    epoch: run.epoch,
    exp: Math.ceil(Date.now() / 1_000 + longestSeconds) + TOKEN_MARGIN_SECONDS,
  });

export const variablesOf = (
  config: Settings,
  { run, wakes }: Started,
  token: string,
  traceparent: string | null,
): Record<RunVariable | 'TRACEPARENT', string> => ({
  ...wakeVariables(wakes),
  SERVICE_API_URL: config.MUSTER_API_URL.replace(/\/+$/, ''),
  SERVICE_API_KEY: token,
  SERVICE_AGENT_ID: run.agentId,
  SERVICE_COMPANY_ID: run.companyId,
  SERVICE_RUN_ID: run.id,
  TRACEPARENT: onward(traceparent),
});
