/** Stands in for Codex: its flags, and what it prints. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'smol-toml';
import { say, variable, type Fake } from './fake.ts';

export const codexFake: Fake = {
  transcripts: 'codex',
  secrets: ['CODEX_API_KEY'],
  parse([command, ...args]) {
    if (command !== 'exec') throw new Error('it is started as `exec` only');
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean' },
        'skip-git-repo-check': { type: 'boolean' },
        model: { type: 'string', short: 'm' },
        config: { type: 'string', short: 'c', multiple: true },
        'dangerously-bypass-approvals-and-sandbox': { type: 'boolean' },
      },
      allowPositionals: true,
      strict: true,
    });
    const resumed = positionals[0] === 'resume';
    const [session, ...rest] = resumed ? positionals.slice(1) : [undefined, ...positionals];
    if (rest.length !== 1 || rest[0] !== '-') throw new Error('the prompt is on standard input');
    for (const setting of values.config ?? []) parse(setting);
    parse(readFileSync(join(variable('CODEX_HOME'), 'config.toml'), 'utf8'));
    return { values, session };
  },
  paths() {
    const home = variable('CODEX_HOME');
    return {
      sessions: join(home, 'sessions'),
      instructions: join(home, 'AGENTS.md'),
      skills: join(home, 'skills'),
      settings: join(home, 'config.toml'),
    };
  },
  refuseSession(session) {
    process.stderr.write(`Error: no rollout found for thread id ${session}\n`);
    return 1;
  },
  begin(thread_id) {
    say({ type: 'thread.started', thread_id });
    say({ type: 'turn.started' });
  },
  end(_, { added, total }) {
    say({
      type: 'item.completed',
      item: { id: 'item_0', type: 'agent_message', text: `used ${added}` },
    });
    say({
      type: 'turn.completed',
      usage: {
        input_tokens: 3 * total,
        cached_input_tokens: total,
        cache_write_input_tokens: total,
        output_tokens: total,
        reasoning_output_tokens: 0,
      },
    });
  },
};
