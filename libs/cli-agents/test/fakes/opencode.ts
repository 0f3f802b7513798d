/** Stands in for OpenCode: its flags, and what it prints. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say, variable, type Fake } from './fake.ts';

const COST_PER_TOKEN = 0.01;

const stepFinish = (sessionID: string, reason: string, tokens: number): void =>
  say({
    type: 'step_finish',
    sessionID,
    part: {
      type: 'step-finish',
      reason,
      tokens: {
        total: 4 * tokens,
        input: tokens,
        output: tokens,
        reasoning: 0,
        cache: { read: tokens, write: tokens },
      },
      cost: tokens * COST_PER_TOKEN,
    },
  });

export const opencodeFake: Fake = {
  transcripts: 'opencode',
  secrets: ['ANTHROPIC_API_KEY'],
  parse([command, ...args]) {
    if (command !== 'run') throw new Error('it is started as `run` only');
    const { values } = parseArgs({
      args: [...args],
      options: {
        format: { type: 'string' },
        'print-logs': { type: 'boolean' },
        'log-level': { type: 'string' },
        title: { type: 'string' },
        model: { type: 'string' },
        variant: { type: 'string' },
        auto: { type: 'boolean' },
        session: { type: 'string' },
      },
      allowPositionals: false,
      strict: true,
    });
    JSON.parse(variable('OPENCODE_PERMISSION'));
    return { values, session: values.session };
  },
  paths() {
    const config = join(variable('XDG_CONFIG_HOME'), 'opencode');
    return {
      sessions: join(variable('XDG_DATA_HOME'), 'opencode/sessions'),
      instructions: join(config, 'AGENTS.md'),
      skills: join(config, 'skills'),
      settings: join(config, 'opencode.json'),
    };
  },
  refuseSession() {
    process.stderr.write('Error: Session not found\n');
    return 1;
  },
  begin(sessionID, tokens) {
    say({ type: 'step_start', sessionID, part: { type: 'step-start' } });
    stepFinish(sessionID, 'tool-calls', tokens);
  },
  end(sessionID, { added }) {
    say({ type: 'step_start', sessionID, part: { type: 'step-start' } });
    say({ type: 'text', sessionID, part: { type: 'text', text: `used ${added}` } });
    stepFinish(sessionID, 'stop', 0);
  },
};
