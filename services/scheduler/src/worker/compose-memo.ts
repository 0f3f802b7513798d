/** What a process has to know of a run that it follows, put together as the run starts. */
import { isMetered } from '@muster/cli-agents';
import { isCliAgent, type CliAgentType } from '@muster/contracts';
import type { LocalAdapter } from '../adapters/adapter.ts';
import { programOf as cliAgentOf } from '../adapters/cli-agents.ts';
import { environmentOf, ownLoginOf } from '../domain/environment.ts';
import { newRunNonce, runTokenOf } from '../runs/run-variables.ts';
import type { StartedRun } from '../runs/start-run.ts';
import type { Granted, RunConfig } from './admit-run.ts';
import type { RunMemo } from './run-memo.ts';
import { offerSession } from './run-session.ts';
import type { WorkerParts } from './worker-parts.ts';

interface Starting {
  readonly adapter: LocalAdapter;
  readonly started: StartedRun;
  readonly granted: Granted;
  readonly traceparent: string | null;
}

export async function composeMemo(
  { runtime, config }: WorkerParts,
  { adapter, started: { run }, granted, traceparent }: Starting,
): Promise<RunMemo> {
  const { config: agent, sliceCents, ttlSeconds } = granted;
  const { adapterType } = agent;
  const { timeoutSec, graceSec } = adapter.limits(agent.adapterConfig);
  return {
    token: runTokenOf(config, run, timeoutSec + graceSec),
    hide: agent.hide,
    nonce: newRunNonce(),
    believesUnmarkedLines: agent.runtimeConfig.believeUnmarkedLines === true,
    sliceCents,
    ttlSeconds,
    session: await offerSession({ runtime, config, adapter }, run, granted),
    ...(isCliAgent(adapterType) ? knownOf(adapterType, agent.adapterConfig) : {}),
    traceparent,
  };
}

/** What is known of a coding agent's program, whose lines are in a form of their own. */
function knownOf(program: CliAgentType, config: RunConfig['adapterConfig']) {
  const { model } = config;
  // What a provider of one's own asks for tokens, the program does not know.
  const metered =
    ownLoginOf(config) === undefined && isMetered(cliAgentOf(program), environmentOf(config));
  return { program, isMetered: metered, ...(typeof model === 'string' ? { model } : {}) };
}
