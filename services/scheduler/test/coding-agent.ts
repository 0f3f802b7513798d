/** Coding agents of each adapter, by one program that replays what the real ones have printed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issues, type CliAgentType, type Run, type Usage } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { commentOn } from './comment-on.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

const FAKE = join(import.meta.dirname, '../../../libs/cli-agents/test/fake-program.ts');
const commandOf = (type: CliAgentType): string =>
  JSON.stringify([process.execPath, '--no-warnings', ...WITH_COMPILE_CACHE, FAKE, type]);

export interface Kind {
  readonly type: CliAgentType;
  /** The variable with the key of its provider, and the key. */
  readonly credential: string;
  readonly key: string;
  readonly model: string;
  /** Of a run with 100 tokens of each kind. */
  readonly usage: Usage;
  /** Folder of its skills in the home of the agent. */
  readonly skills: string;
}

const counts = { inputTokens: 200, cachedInputTokens: 100, outputTokens: 100 };

export const kinds: readonly Kind[] = [
  {
    type: 'claude_code',
    credential: 'ANTHROPIC_API_KEY',
    key: 'sk-ant-canary-of-a-provider',
    model: 'claude-sonnet-5-5',
    usage: {
      ...counts,
      costCents: 100,
      priceStatus: 'measured',
      provider: 'anthropic',
      model: 'claude-sonnet-5-5',
    },
    skills: '.claude/skills',
  },
  {
    type: 'codex',
    credential: 'CODEX_API_KEY',
    key: 'sk-codex-canary-of-a-provider',
    model: 'gpt-5.2-codex',
    usage: {
      ...counts,
      costCents: null,
      priceStatus: 'unknown',
      provider: 'openai',
      model: 'gpt-5.2-codex',
    },
    skills: '.codex/skills',
  },
  {
    type: 'opencode',
    credential: 'ANTHROPIC_API_KEY',
    key: 'sk-ant-canary-of-another-provider',
    model: 'anthropic/claude-sonnet-4-5',
    usage: {
      ...counts,
      costCents: 100,
      priceStatus: 'measured',
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
    },
    skills: '.local/opencode/config/opencode/skills',
  },
  {
    type: 'gemini_cli',
    credential: 'GEMINI_API_KEY',
    key: 'gemini-canary-of-a-provider',
    model: 'gemini-2.5-pro',
    usage: {
      ...counts,
      costCents: 1,
      priceStatus: 'estimated',
      priceDate: '2026-10-07',
      provider: 'google',
      model: 'gemini-2.5-pro',
    },
    skills: '.local/gemini/.gemini/skills',
  },
];

export const openCodingAgents = (env: Readonly<Record<string, string>> = {}): Promise<Opened> =>
  openScheduler({
    ...env,
    MUSTER_ADAPTERS: kinds.map(({ type }) => type).join(','),
    MUSTER_CLAUDE_CODE_COMMAND: commandOf('claude_code'),
    MUSTER_CODEX_COMMAND: commandOf('codex'),
    MUSTER_OPENCODE_COMMAND: commandOf('opencode'),
    MUSTER_GEMINI_CLI_COMMAND: commandOf('gemini_cli'),
  });

export interface More {
  readonly config?: object;
  readonly instructions?: { readonly version: number; readonly body: string };
  readonly skillsSha256?: string;
}

export interface StartOfAgent {
  readonly values: Readonly<Record<string, unknown>>;
  readonly session?: string;
  readonly instructions: string;
  readonly skills: Readonly<Record<string, string>>;
  readonly env: readonly string[];
}

/** The prompt belongs to the configuration, with which a session ends; so it stays the same. */
export const FROM_FILE = { from: 'act.json' };

/** Agents of one kind in a company. */
export function codingAgents(opened: Opened, companyId: string, kind: Kind) {
  const { type: adapterType, credential, key, model } = kind;
  const configure = (agentId: string, act: object, { config, ...more }: More = {}): void => {
    opened.adapters.set(agentId, {
      adapterType,
      adapterConfig: {
        promptTemplate: JSON.stringify(act),
        // Agents with one key share its quota.
        env: { [credential]: `${key}-${agentId}` },
        model,
        graceSec: 5,
        ...config,
      },
      hide: [key],
      ...more,
    });
  };
  /** The run that is started by one more comment on the issue; its retry carries the comment, too. */
  const startOn = async (agentId: string, issueId: string, is: (run: Run) => boolean) => {
    const commentId = newId();
    await opened.passWait(agentId);
    await opened.receive(issues, 'issue.commented', {
      companyId,
      entityId: issueId,
      payload: commentOn({ issueId, commentId, agentId }),
    });
    return eventually(async () => {
      const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
      const [first] = runs
        .filter((each) => JSON.stringify(each.context).includes(commentId))
        .toReversed();
      return first && is(first) ? first : undefined;
    });
  };
  return {
    configure,
    async newAgent(act: object, more?: More): Promise<string> {
      const { agentId } = await opened.agent(companyId, '', { adapterType });
      configure(agentId, act, more);
      return agentId;
    },
    runOf: async (agentId: string): Promise<Run> =>
      opened.finished((await opened.wake(agentId)).id),
    startOn,
    workOn: (agentId: string, issueId: string): Promise<Run> => startOn(agentId, issueId, isOver),
    /** What an agent with the prompt FROM_FILE does next. */
    next(agentId: string, act: object): void {
      const workspace = opened.runner.workspaceOf(agentId);
      mkdirSync(workspace, { recursive: true });
      writeFileSync(join(workspace, FROM_FILE.from), JSON.stringify(act));
    },
    /** What the program says that it was given. */
    async startOf({ id }: Run): Promise<StartOfAgent> {
      const log = await opened.logOf(id);
      const line = log.split('\n').find((each) => each.startsWith('{"values"'));
      return JSON.parse(line ?? '{}') as StartOfAgent;
    },
    /** The first run of the agent after this one that has ended. */
    runAfter: (agentId: string, { id }: Run): Promise<Run> =>
      eventually(async () => {
        const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
        return runs.find((each) => each.id !== id && isOver(each));
      }),
  };
}
