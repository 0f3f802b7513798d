/**
 * The lines by which docs/mcp.md starts programs where no person answers, as they stand there, with the
 * settings that stand there: each lets its model work by the tools of Muster.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { issues, type CliAgentType } from '@muster/contracts';
import { afterAll, expect, it } from 'vitest';
import { openScriptedModel } from '../../examples/scripted-model/scripted-model.ts';
import { addAgentWithKey, addIssue, asleep, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { installed } from './install.ts';
import { KEY, knownPrograms, STORY_MS } from './known-programs.ts';
import { words } from './words.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8');

/** What the page says after these words, up to the end of the block or the cell. */
const blockAfter = (start: string): string =>
  /```\w+\n([\s\S]*?)```/.exec(page.slice(page.indexOf(start)))?.[1] ?? '';
const lineOf = (program: string): string =>
  new RegExp(`^\\| ${program} \\| \`([^\`]+)\``, 'm').exec(page)?.[1] ?? '';

interface Setup {
  readonly word: string;
  /** Of the settings, below the home of the user, where the program is started. */
  readonly file: string;
  /** The settings of the page, with those of its table and the way to the model. */
  readonly settings: (text: string, url: string) => string;
  readonly env: (url: string) => Readonly<Record<string, string>>;
}

const withJson = (text: string, more: object): string =>
  JSON.stringify({ ...(JSON.parse(text) as object), ...more });

const setups: Readonly<Record<CliAgentType, Setup>> = {
  claude_code: {
    word: 'Claude Code',
    file: '.mcp.json',
    settings: (text) => text,
    env: (url) => ({ ...knownPrograms.claude_code.env(url), IS_SANDBOX: '1' }),
  },
  codex: {
    word: 'Codex',
    file: '.codex/config.toml',
    settings: (text, url) =>
      [
        `model = "${knownPrograms.codex.model}"`,
        `openai_base_url = "${url}/v1"`,
        text.trim(),
        'default_tools_approval_mode = "approve"',
      ].join('\n'),
    env: () => ({ CODEX_API_KEY: KEY }),
  },
  opencode: {
    word: 'opencode',
    file: 'opencode.json',
    settings: (text) => withJson(text, { model: knownPrograms.opencode.model }),
    env: knownPrograms.opencode.env,
  },
  gemini_cli: {
    word: 'Gemini CLI',
    file: '.gemini/settings.json',
    settings: (text) =>
      // At another address than Google's, it takes the key for that of a gateway unless it is told.
      withJson(text.replace('"httpUrl"', '"trust": true, "httpUrl"'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
    env: (url) => ({
      ...knownPrograms.gemini_cli.env(url),
      GEMINI_MODEL: knownPrograms.gemini_cli.model,
    }),
  },
};

const model = await openScriptedModel();
afterAll(() => model.close());
const world = useSharedWorld();

it.each(Object.keys(setups) as CliAgentType[])(
  'the line of %s lets its model comment on an issue',
  async (type) => {
    const { api, board, folder, stack } = world();
    const { word, file, settings, env } = setups[type];
    const { id: companyId } = await createCompany(board);
    const { token } = await addAgentWithKey({ api, board }, companyId, { runtimeConfig: asleep });
    const { id: issueId, identifier } = await addIssue(board, companyId);
    const home = mkdtempSync(join(folder, 'home-'));
    mkdirSync(dirname(join(home, file)), { recursive: true });
    const text = blockAfter(`**${word}**`).replaceAll('https://muster.example', stack.baseUrl);
    writeFileSync(join(home, file), settings(text, model.url));
    const [, ...args] = lineOf(word).split(' ');
    const comment = words[type].muster('comment', { issue: identifier, body: 'From outside.' });
    // OpenCode asks for a title beside its work, and either of the two may be first.
    model.play([comment, ...(type === 'opencode' ? [comment] : []), { text: 'Done.' }]);

    const program = await installed(knownPrograms[type].package);
    const output = await new Promise<string>((resolve) => {
      const child = execFile(
        program,
        args,
        {
          cwd: home,
          timeout: STORY_MS,
          env: { PATH: process.env['PATH'], HOME: home, MUSTER_KEY: token, ...env(model.url) },
        },
        (error, stdout, stderr) => resolve([error?.message, stdout, stderr].join('\n')),
      );
      child.stdin?.end('Comment on it.');
    });
    const comments = await board.call(issues, 'listComments', { issueId });
    expect({ output, bodies: comments.map(({ body }) => body) }).toMatchObject({
      bodies: expect.arrayContaining(['From outside.']),
    });
  },
  STORY_MS,
);
