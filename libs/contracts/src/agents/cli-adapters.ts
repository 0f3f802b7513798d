/** The adapters of coding agents whose programs are known: no key names a program, a flag or a right. */
import { z } from 'zod';
import { adapter } from './adapter-spec.ts';
import { ModelName, ownProvider, providerApis } from './own-provider.ts';
import { DAY_SECONDS, LocalLimits, processFields } from './process-fields.ts';

/** A coding agent works on one issue for longer. */
const CLI_TIMEOUT_SECONDS = 3_600;
/** Longer than a model thinks or a build is silent; some programs wait for ever after an error. */
const CLI_IDLE_SECONDS = 900;
/** More turns than any work on one issue takes. */
const TURNS_MAX = 1_000;

/** Read by a model that has the tools of Muster, and no way to its API besides. */
export const cliPrompt =
  'You are an agent of a company that is run with Muster.[[ You were woken: {{wakeReason}}.]]' +
  '[[ The issue is {{taskId}}.]][[ Comment {{commentId}} woke you: read_issue shows it.]]' +
  '[[ Approval {{approvalId}} is {{approvalStatus}}: read_decision shows it.]] Use the skill ' +
  'muster; begin with its tool get_work.';

/** Only repositories below it get the credential. */
const RepoAddress = z
  .string()
  .max(2_000)
  .regex(
    /^https?:\/\/[^\s/@?#]+(?:\/[^\s?#]*)?$/,
    'the beginning of an address, such as https://git.example.com/',
  );

const RepoCredentials = z.record(RepoAddress, z.string());

/** Of a configuration, which may hold anything there. */
export const CliCredentials = RepoCredentials.catch({});

/** Where a coding agent works. */
export const WorkspaceKind = z.enum(['shared', 'worktree']);

/** Fields of an adapter whose program Muster knows. */
const cliFields = {
  ...processFields,
  workspace: WorkspaceKind.optional().describe(
    'Where the agent works. `shared`, the default: in cwd. `worktree`: in a checkout of its own for ' +
      'each issue, which is made from the git repository in cwd and leaves that as it is, or without a ' +
      "cwd from the repoUrl of the project's workspace, which is cloned. What a run leaves there is " +
      'committed onto the branch of the checkout.',
  ),
  repoCredentials: RepoCredentials.default({}).describe(
    'What the runner shows git servers when it clones, by the beginning of the address of the ' +
      'repository: a token, or `user:password`. Every value is stored as a secret.',
  ),
  promptTemplate: z
    .string()
    .min(1)
    .default(cliPrompt)
    .describe(
      'What the agent should do in a run; it gets the prompt on standard input. Placeholders ' +
        'such as {{taskId}} are replaced; [[text]] is left out when a placeholder in it has no value.',
    ),
  timeoutSec: z
    .number()
    .positive()
    .max(DAY_SECONDS)
    .default(CLI_TIMEOUT_SECONDS)
    .describe('Seconds that one run may take.'),
  idleSec: z
    .number()
    .positive()
    .max(DAY_SECONDS)
    .default(CLI_IDLE_SECONDS)
    .describe('Seconds after which a run that prints nothing is ended as idle.'),
};

export const CliLimits = LocalLimits.extend({
  timeoutSec: cliFields.timeoutSec.catch(CLI_TIMEOUT_SECONDS),
  idleSec: cliFields.idleSec.catch(CLI_IDLE_SECONDS),
});

/** What every adapter of a coding agent has beside its configuration. */
const cliKeys = {
  secretKeys: ['env', 'repoCredentials'],
  pathKeys: [],
  commandKeys: ['cwd', 'env', 'workspace'],
  destinationKeys: ['provider'],
  hasDefaultPath: false,
} as const;

const maxTurns = z
  .int()
  .min(1)
  .max(TURNS_MAX)
  .optional()
  .describe('Turns after which a run ends as max_turns; without it there is no such limit.');

const summaryOf = (program: string): string =>
  `The scheduler starts ${program}, which the operator has installed, in a home of the agent with its ` +
  'stored instructions and skills, and passes the prompt on standard input.';

export const claudeCodeAdapter = adapter({
  summary: summaryOf('Claude Code'),
  config: z.object({
    model: ModelName.optional().describe(
      'The model that the agent should use; without it Claude Code takes its own default.',
    ),
    effort: z
      .enum(['low', 'medium', 'high', 'xhigh', 'max'])
      .optional()
      .describe('How much the model thinks.'),
    maxTurns,
    provider: ownProvider(providerApis.claude_code),
    ...cliFields,
  }),
  ...cliKeys,
  example: { model: 'sonnet', effort: 'high', maxTurns: 50, cwd: '/srv/work/checkout' },
});

export const codexAdapter = adapter({
  summary: summaryOf('Codex'),
  config: z.object({
    model: ModelName.describe(
      'The model that the agent should use; Codex does not name it itself.',
    ),
    effort: z
      .enum(['low', 'medium', 'high', 'xhigh'])
      .optional()
      .describe('How much the model thinks.'),
    provider: ownProvider(providerApis.codex),
    ...cliFields,
  }),
  ...cliKeys,
  example: { model: 'gpt-5.3-codex', effort: 'high', cwd: '/srv/work/checkout' },
});

export const opencodeAdapter = adapter({
  summary: summaryOf('OpenCode'),
  config: z.object({
    model: ModelName.regex(
      /^[^/]+\/./,
      'a provider and its model, such as anthropic/claude-sonnet-5-5',
    ).describe(
      'The provider and the model that the agent should use, as OpenCode names them: ' +
        '`provider/model`.',
    ),
    effort: z
      .enum(['low', 'medium', 'high', 'xhigh', 'max'])
      .optional()
      .describe('How much the model thinks; ignored where OpenCode knows no such variant of it.'),
    provider: ownProvider(providerApis.opencode),
    ...cliFields,
  }),
  ...cliKeys,
  example: {
    model: 'anthropic/claude-sonnet-5-5',
    effort: 'high',
    cwd: '/srv/work/checkout',
  },
});

export const geminiCliAdapter = adapter({
  summary: summaryOf('Gemini CLI'),
  config: z.object({
    model: ModelName.optional().describe(
      'The model that the agent should use; without it Gemini CLI chooses one for each request.',
    ),
    maxTurns,
    provider: ownProvider(providerApis.gemini_cli),
    ...cliFields,
    // Folders are separated by commas in its arguments.
    cwd: processFields.cwd.refine((path) => !path?.includes(','), {
      error: 'a path without commas',
    }),
  }),
  ...cliKeys,
  example: { model: 'gemini-3.1-pro-preview', maxTurns: 100, cwd: '/srv/work/checkout' },
});
