/**
 * How soon the real programs say that their provider refuses them, through the whole system: a wrong key is
 * known in ten seconds, and a busy provider in twenty, apart from the time that a program takes to start.
 */
import { scheduler, type CliAgentType, type Run } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { noteCapability } from './capabilities.ts';
import { commandSettings, knownPrograms, STORY_MS } from './known-programs.ts';
import { openScriptedModel } from '../../examples/scripted-model/scripted-model.ts';

const provider = await openScriptedModel();
const settings = await commandSettings(provider);
afterAll(() => provider.close());

/** Until its first request, on a machine that does other things as well. */
const START_MS = 10_000;

const troubles = [
  {
    status: 401,
    error: { type: 'authentication_error', message: 'invalid x-api-key', code: 'invalid_api_key' },
    errorCode: 'auth_required',
    withinMs: 10_000,
  },
  {
    status: 500,
    error: { type: 'server_error', message: 'Something went wrong.' },
    errorCode: 'provider_busy',
    withinMs: 20_000,
  },
] as const;

const cases = (Object.keys(knownPrograms) as CliAgentType[]).flatMap((type) =>
  troubles.map((trouble) => [type, trouble.status, trouble] as const),
);

describe('a provider that refuses', () => {
  const world = useWorld({
    settings: { ...settings, MUSTER_ISOLATION: 'none', MUSTER_CLI_FREEDOM: 'full' },
  });

  it.each(cases)(
    'is known soon to a run of %s: %s',
    async (adapterType, _status, { status, error, errorCode, withinMs }) => {
      const { board } = world();
      const { model, env } = knownPrograms[adapterType];
      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId, {
        adapterType,
        adapterConfig: { model, env: env(provider.url) },
        budgetMonthlyCents: 100_000,
        runtimeConfig: {},
      });
      provider.play([{ status, error }]);
      await addIssue(board, companyId, { assigneeAgentId: agentId });
      const run = await until(
        'the run',
        async (): Promise<Run | undefined> => {
          const runs = await board.call(scheduler, 'listRuns', { companyId, agentId });
          return runs.find(({ finishedAt }) => finishedAt);
        },
        STORY_MS,
      );
      const { text: log } = await board.call(scheduler, 'getRunLog', { runId: run.id });
      expect({ log, ...run }).toMatchObject({ status: 'failed', errorCode });
      if (status === 401) noteCapability(adapterType, 'status401', `\`${errorCode}\``);
      const tookMs = Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? '');

      expect(tookMs).toBeLessThan(START_MS + withinMs);
    },
    STORY_MS,
  );
});
