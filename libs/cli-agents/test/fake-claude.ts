/**
 * Stands in for Claude Code: takes its flags and no others, wants its prompt on standard input and no
 * token in its arguments, and prints what the prompt asks for: a recorded transcript, or a session
 * whose counts it keeps in its home as the real program does. The prompt is an `Act` in JSON.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { MessageChannel } from 'node:worker_threads';

export interface Act {
  /** Takes what to do from this file of its working folder instead. */
  readonly from?: string;
  /** Prints a transcript of `transcripts/claude-code`. */
  readonly replay?: string;
  /** Uses so many tokens of each kind of count in a session of its own, or in the one it resumes. */
  readonly uses?: number;
  /** Where a session's run stops: before its result, until it is signalled. */
  readonly waits?: boolean;
  /** Warns that the quota of its login is nearly used up. */
  readonly warns?: boolean;
  /** Tells on standard error what it was given. */
  readonly tells?: boolean;
  readonly exit?: number;
}

const VERSION = '2.1.330';
const MODEL = 'claude-sonnet-5-5';
const NO_CONVERSATION = 1;
const transcripts = join(import.meta.dirname, '../transcripts/claude-code');

/** Throws at a flag that the program does not have. */
const { values } = parseArgs({
  options: {
    print: { type: 'boolean', short: 'p' },
    'output-format': { type: 'string' },
    verbose: { type: 'boolean' },
    settings: { type: 'string' },
    'setting-sources': { type: 'string' },
    'strict-mcp-config': { type: 'boolean' },
    'append-system-prompt-file': { type: 'string' },
    'permission-mode': { type: 'string' },
    'permission-prompts': { type: 'string' },
    model: { type: 'string' },
    effort: { type: 'string' },
    'max-turns': { type: 'string' },
    resume: { type: 'string' },
  },
  allowPositionals: false,
  strict: true,
});

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const variable = (name: string): string => process.env[name] ?? '';

function requireStart(): void {
  for (const name of ['SERVICE_API_KEY', 'ANTHROPIC_API_KEY']) {
    const token = variable(name);
    if (token !== '' && process.argv.some((part) => part.includes(token))) {
      throw new Error(`${name} is in the arguments`);
    }
  }
  if (variable('SERVICE_API_KEY') === '') throw new Error('there is no token in the environment');
  const settings = JSON.parse(readFileSync(values.settings ?? '', 'utf8')) as object;
  if (!('disableAllHooks' in settings)) throw new Error('these are not its settings');
}

interface Counts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  readonly costUSD: number;
}
const nothing: Counts = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  costUSD: 0,
};

const fileOf = (session: string): string => {
  const folder = join(variable('CLAUDE_CONFIG_DIR'), 'projects');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${session}.json`);
};

function countsOf(session: string): Counts | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(session), 'utf8')) as Counts;
  } catch {
    return undefined;
  }
}

/** Counts in the session, prints as the program does, and returns its exit code. */
async function use(
  tokens: number,
  { waits = false, warns = false, exit = 0 }: Act,
): Promise<number> {
  const session_id = values.resume ?? randomUUID();
  const before = values.resume === undefined ? nothing : countsOf(session_id);
  if (!before) {
    const errors = [`No conversation found with session ID: ${session_id}`];
    say({ type: 'result', subtype: 'error_during_execution', is_error: true, errors, session_id });
    return NO_CONVERSATION;
  }
  const counts: Counts = {
    inputTokens: before.inputTokens + tokens,
    outputTokens: before.outputTokens + tokens,
    cacheReadInputTokens: before.cacheReadInputTokens + tokens,
    cacheCreationInputTokens: before.cacheCreationInputTokens + tokens,
    costUSD: before.costUSD + tokens / 100,
  };
  say({ type: 'system', subtype: 'init', session_id, model: MODEL, claude_code_version: VERSION });
  const usage = {
    input_tokens: tokens,
    cache_creation_input_tokens: tokens,
    cache_read_input_tokens: tokens,
    output_tokens: 1,
  };
  const message = { id: `msg_${randomUUID()}`, model: MODEL, usage };
  say({ type: 'assistant', message, parent_tool_use_id: null, session_id });
  const rate_limit_info = { status: 'allowed_warning', utilization: 0.9 };
  if (warns) say({ type: 'rate_limit_event', rate_limit_info, session_id });
  writeFileSync(fileOf(session_id), JSON.stringify(counts));
  // No message ever comes: a signal ends it.
  if (waits) await once(new MessageChannel().port1, 'message');
  say({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: `used ${tokens}`,
    session_id,
    total_cost_usd: counts.costUSD,
    modelUsage: { [MODEL]: counts },
    permission_denials: [],
  });
  return exit;
}

process.once('SIGTERM', () => process.exit(143));
requireStart();
const asked = JSON.parse(await text(process.stdin)) as Act;
const act =
  asked.from === undefined ? asked : (JSON.parse(readFileSync(asked.from, 'utf8')) as Act);
if (act.tells) {
  const instructions = readFileSync(values['append-system-prompt-file'] ?? '', 'utf8');
  const given = { values, instructions, env: Object.keys(process.env).toSorted() };
  process.stderr.write(`${JSON.stringify(given)}\n`);
}
if (act.replay !== undefined) {
  process.stdout.write(readFileSync(join(transcripts, `${act.replay}.jsonl`)));
}
process.exitCode = act.uses === undefined ? (act.exit ?? 0) : await use(act.uses, act);
