/** Stands in for Gemini CLI: its flags, and what it prints. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say, variable, type Fake } from './fake.ts';

const MODEL = 'gemini-2.5-pro';
const UNKNOWN_SESSION = 42;

const folder = (): string => join(variable('GEMINI_CLI_HOME'), '.gemini');

export const geminiCliFake: Fake = {
  transcripts: 'gemini-cli',
  secrets: ['GEMINI_API_KEY'],
  parse(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'output-format': { type: 'string' },
        'approval-mode': { type: 'string' },
        'include-directories': { type: 'string' },
        model: { type: 'string' },
        resume: { type: 'string' },
      },
      allowPositionals: false,
      strict: true,
    });
    if (variable('GEMINI_CLI_TRUST_WORKSPACE') !== 'true') throw new Error('no trusted folder');
    if (existsSync('.gemini/settings.json')) throw new Error('there are settings of a folder');
    process.chdir(values['include-directories'] ?? '');
    return { values, session: values.resume };
  },
  paths: () => ({
    sessions: join(folder(), 'tmp/start/chats'),
    instructions: join(folder(), 'GEMINI.md'),
    skills: join(folder(), 'skills'),
    settings: join(folder(), 'settings.json'),
  }),
  refuseSession(session) {
    process.stderr.write(`Error resuming session: Invalid session identifier "${session}".\n`);
    return UNKNOWN_SESSION;
  },
  begin(session_id) {
    say({ type: 'init', session_id, model: MODEL });
    say({ type: 'message', role: 'user', content: 'x' });
  },
  end(_, { added }) {
    say({ type: 'message', role: 'assistant', content: `used ${added}`, delta: true });
    const counts = {
      total_tokens: 4 * added,
      input_tokens: 3 * added,
      output_tokens: added,
      cached: added,
      input: 2 * added,
    };
    say({ type: 'result', status: 'success', stats: { ...counts, models: { [MODEL]: counts } } });
  },
};
