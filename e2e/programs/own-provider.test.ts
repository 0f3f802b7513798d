/**
 * Providers of one's own, as docs/operations/providers.md names them, with the real programs: each asks at
 * the address of its agent, by the key of its agent, for the model that is there.
 */
import {
  agents,
  JsonObject,
  scheduler,
  type Agent,
  type CliAgentType,
  type Run,
} from '@muster/contracts';
import { until } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { noteCapability } from './capabilities.ts';
import { installed } from './install.ts';
import { knownPrograms, STORY_MS } from './known-programs.ts';
import { openScriptedModel } from '../../examples/scripted-model/scripted-model.ts';
import { USED } from '../../examples/scripted-model/wires.ts';

const KEY = 'tok-canary-of-a-gateway';

interface Way {
  readonly about: string;
  readonly type: CliAgentType;
  readonly api: string;
  /** After the address of the stub, as its page says. */
  readonly below: string;
  readonly model: string;
  readonly asks: RegExp;
  readonly auth?: string;
}

const ways: readonly Way[] = [
  {
    about: 'a gateway such as LiteLLM',
    type: 'claude_code',
    api: 'anthropic',
    below: '',
    model: 'team-large',
    asks: /^\/v1\/messages/,
    auth: KEY,
  },
  {
    about: 'a gateway, or Azure, below a path of its own',
    type: 'codex',
    api: 'openai_responses',
    below: '/openai/v1',
    model: 'team-large',
    asks: /^\/openai\/v1\/responses/,
    auth: KEY,
  },
  {
    about: 'a server of local models such as Ollama or llama.cpp, which wants no key',
    type: 'opencode',
    api: 'openai_chat',
    below: '/v1',
    model: 'local/qwen3-coder',
    asks: /^\/v1\/chat\/completions/,
  },
  {
    about: 'a gateway of another wire',
    type: 'opencode',
    api: 'anthropic',
    below: '',
    model: 'anthropic/team-large',
    asks: /^\/v1\/messages/,
    auth: KEY,
  },
  {
    about: 'a gateway of another wire',
    type: 'opencode',
    api: 'openai_responses',
    below: '/v1',
    model: 'gateway/team-large',
    asks: /^\/v1\/responses/,
    auth: KEY,
  },
  {
    about: 'a gateway',
    type: 'gemini_cli',
    api: 'google',
    below: '',
    model: 'team-large',
    asks: /^\/v1beta\/models\/team-large:/,
    auth: KEY,
  },
];

/** By the environment, which switches the program to a cloud. */
const clouds: readonly {
  readonly about: string;
  readonly type: CliAgentType;
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly model: string;
  readonly asks: RegExp;
}[] = [
  {
    about: 'Vertex',
    type: 'claude_code',
    env: (url) => ({
      CLAUDE_CODE_USE_VERTEX: '1',
      CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
      ANTHROPIC_VERTEX_PROJECT_ID: 'a-project',
      CLOUD_ML_REGION: 'europe-west1',
      ANTHROPIC_VERTEX_BASE_URL: `${url}/v1`,
    }),
    model: 'claude-sonnet-4-5',
    asks: /^\/v1\/projects\/a-project\/locations\/europe-west1\/.*claude-sonnet-4-5:streamRawPredict/,
  },
  {
    about: 'Azure Foundry',
    type: 'claude_code',
    env: (url) => ({
      CLAUDE_CODE_USE_FOUNDRY: '1',
      ANTHROPIC_FOUNDRY_BASE_URL: url,
      ANTHROPIC_FOUNDRY_API_KEY: KEY,
    }),
    model: 'claude-sonnet-4-5',
    asks: /^\/v1\/messages/,
  },
  {
    about: 'Vertex',
    type: 'gemini_cli',
    env: (url) => ({
      GOOGLE_GENAI_USE_VERTEXAI: 'true',
      GOOGLE_API_KEY: KEY,
      GOOGLE_VERTEX_BASE_URL: url,
    }),
    model: 'gemini-2.5-pro',
    asks: /^\/v1beta1\/publishers\/google\/models\/gemini-2.5-pro:/,
  },
];

const provider = await openScriptedModel();
afterAll(() => provider.close());
const commandOf = async (type: CliAgentType): Promise<string> =>
  JSON.stringify([await installed(knownPrograms[type].package)]);
const settings = {
  MUSTER_RUNNER_LOOPBACK_PORTS: new URL(provider.url).port,
  MUSTER_ISOLATION: 'none',
  MUSTER_CLI_FREEDOM: 'full',
  MUSTER_CLAUDE_CODE_COMMAND: await commandOf('claude_code'),
  MUSTER_CODEX_COMMAND: await commandOf('codex'),
  MUSTER_OPENCODE_COMMAND: await commandOf('opencode'),
  MUSTER_GEMINI_CLI_COMMAND: await commandOf('gemini_cli'),
};

describe('a provider of one’s own', () => {
  const world = useWorld({ settings });

  /** The agent as it is shown, after its first run has succeeded. */
  async function work(
    adapterType: CliAgentType,
    adapterConfig: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly shown: Agent; readonly run: Run }> {
    const { board } = world();
    provider.play([{ text: 'Done.' }]);
    const { id: companyId } = await createCompany(board);
    const { id: agentId } = await addAgent(board, companyId, {
      adapterType,
      adapterConfig: JsonObject.parse(adapterConfig),
      budgetMonthlyCents: 100_000,
      runtimeConfig: {},
    });
    await addIssue(board, companyId, { assigneeAgentId: agentId });
    const run = await until(
      'the run',
      async (): Promise<Run | undefined> => {
        const runs = await board.call(scheduler, 'listRuns', { companyId, agentId });
        return runs[0]?.finishedAt ? runs[0] : undefined;
      },
      STORY_MS,
    );
    const { text: log } = await board.call(scheduler, 'getRunLog', { runId: run.id });
    expect({ log, ...run }).toMatchObject({ status: 'succeeded', resultSummary: 'Done.' });
    expect(run.usage).toMatchObject({ cachedInputTokens: USED.cacheRead });
    return { shown: await board.call(agents, 'getAgent', { agentId }), run };
  }

  it.each(ways.map((way) => [way.type, way.about, way.api, way] as const))(
    'is asked by %s: %s that speaks %s',
    async (type, _about, api, { below, model, asks, auth }) => {
      const own = { baseUrl: `${provider.url}${below}`, api };
      const { shown } = await work(type, {
        model,
        provider: { ...own, ...(auth !== undefined && { auth }) },
      });
      expect(shown.adapterConfig['provider']).toMatchObject(own);
      expect(JSON.stringify(shown)).not.toContain(KEY);
      expect(provider.paths()[0]).toMatch(asks);
      expect([...provider.keys()]).toEqual([auth ?? 'none']);
      const named = `${provider.paths()[0] ?? ''}${provider.asked()[0] ?? ''}`;
      expect(named).toContain(model.slice(model.indexOf('/') + 1));
      noteCapability(type, 'gateway', 'yes');
    },
    STORY_MS,
  );

  it.each(clouds.map((cloud) => [cloud.type, cloud.about, cloud] as const))(
    'is asked by %s, which its environment switches to %s',
    async (type, _about, { env, model, asks }) => {
      const { run } = await work(type, { model, env: env(provider.url) });
      expect(provider.paths()[0]).toMatch(asks);
      expect(run.usage).toMatchObject({ priceStatus: 'estimated' });
    },
    STORY_MS,
  );
});
