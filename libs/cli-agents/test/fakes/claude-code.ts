/** Stands in for Claude Code: its flags, and what it prints. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say, variable, type Fake } from './fake.ts';

const VERSION = '2.1.330';
const MODEL = 'claude-sonnet-5-5';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const claudeCodeFake: Fake = {
  transcripts: 'claude-code',
  secrets: ['ANTHROPIC_API_KEY'],
  parse(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        print: { type: 'boolean', short: 'p' },
        'output-format': { type: 'string' },
        'input-format': { type: 'string' },
        'replay-user-messages': { type: 'boolean' },
        verbose: { type: 'boolean' },
        settings: { type: 'string' },
        'setting-sources': { type: 'string' },
        'strict-mcp-config': { type: 'boolean' },
        'mcp-config': { type: 'string' },
        allowedTools: { type: 'string' },
        tools: { type: 'string' },
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
    const settings = JSON.parse(readFileSync(values.settings ?? '', 'utf8')) as object;
    if (!('disableAllHooks' in settings)) throw new Error('these are not its settings');
    return { values, session: values.resume };
  },
  paths({ values }) {
    const home = variable('CLAUDE_CONFIG_DIR');
    return {
      sessions: join(home, 'projects'),
      instructions: textOf(values['append-system-prompt-file']),
      skills: join(home, 'skills'),
      settings: textOf(values['mcp-config']),
    };
  },
  refuseSession(session_id) {
    const errors = [`No conversation found with session ID: ${session_id}`];
    say({ type: 'result', subtype: 'error_during_execution', is_error: true, errors, session_id });
    return 1;
  },
  begin(session_id, tokens) {
    say({
      type: 'system',
      subtype: 'init',
      session_id,
      model: MODEL,
      claude_code_version: VERSION,
    });
    const usage = {
      input_tokens: tokens,
      cache_creation_input_tokens: tokens,
      cache_read_input_tokens: tokens,
      output_tokens: 1,
    };
    const message = { id: `msg_${randomUUID()}`, model: MODEL, usage };
    say({ type: 'assistant', message, parent_tool_use_id: null, session_id });
  },
  warn(session_id) {
    const rate_limit_info = { status: 'allowed_warning', utilization: 0.9 };
    say({ type: 'rate_limit_event', rate_limit_info, session_id });
  },
  end(session_id, { added, total }) {
    const counts = {
      inputTokens: total,
      outputTokens: total,
      cacheReadInputTokens: total,
      cacheCreationInputTokens: total,
      costUSD: total / 100,
    };
    say({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: `used ${added}`,
      session_id,
      total_cost_usd: counts.costUSD,
      modelUsage: { [MODEL]: counts },
      permission_denials: [],
    });
  },
};
