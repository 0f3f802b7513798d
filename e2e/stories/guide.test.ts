/** Every command of the guide is carried out as it is printed. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideVariables } from '../fixtures/guide-variables.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { blocksOf, openReader, type Reader } from './guide-commands.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = readdirSync(join(root, 'docs/guide')).map((file) => `guide/${file}`);

/** Pages that tell one story in one terminal, each with something that the reader sees at its end. */
const inOrder = [
  ['guide/five-minutes.md', /Ada +I am Ada, on Node v[\d.]+\./],
  ['guide/every-hour.md', /answers with 200[\s\S]*in review: [\s\S]* is done/],
  ['guide/agents-elsewhere.md', /1 run was carried out\.[\s\S]*in_review/],
  ['guide/approvals-and-reviews.md', /status +done/],
  ['guide/operating.md', /with all 6 services[\s\S]*"status":"ok"/],
] as const;

/** Commands that would take a stack, a package or a program of their own, and the tests that run them. */
const testsByCommand: Readonly<Record<string, string>> = {
  'npx -y pnpm@12.21.0 start': 'e2e/stack/servers.test.ts',
  'npm install ./muster-': 'e2e/package/package.test.ts',
  'muster work --profile grace --output codex': 'e2e/cli/work.test.ts',
  'npx openapi-typescript': 'e2e/programs/generated-clients.test.ts',
  'npx @hey-api/openapi-ts': 'e2e/programs/generated-clients.test.ts',
};

const world = useSharedWorld();
const folder = mkdtempSync('/var/tmp/muster-guide-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(pages)('%s says of each command which test runs it', (page) => {
  for (const { kind, code } of blocksOf(page)) {
    expect(['', 'sh', 'sh elsewhere', 'json', 'js', 'ts', 'text']).toContain(kind);
    if (kind !== 'sh elsewhere') continue;
    const [, test] = Object.entries(testsByCommand).find(([begin]) => code.startsWith(begin)) ?? [];
    expect(existsSync(join(root, test ?? expect.fail(`no test runs ${code}`)))).toBe(true);
  }
});

describe('in one terminal, from the first page on', () => {
  let reader: Reader;
  beforeAll(() => {
    const { stack } = world();
    const env = { MUSTER_API_URL: stack.baseUrl, MUSTER_BOARD_TOKEN_FILE: stack.boardTokenFile };
    reader = openReader(join(folder, 'in-order'), { url: stack.baseUrl, terminal: 'one', env });
  });

  it.each(inOrder)('%s', async (page, seen) => {
    const commands = blocksOf(page).filter(({ kind }) => kind === 'sh');
    const code = commands.map((block) => `echo '# ${block.title}'\n${block.code}`).join('\n');
    expect(await reader.run(code)).toMatch(seen);
  });
});

const stories: readonly string[] = inOrder.map(([page]) => page);
const others = [...pages.filter((page) => !stories.includes(page)), 'skills.md'].map(
  (page) => [page, blocksOf(page).filter(({ kind }) => kind === 'sh')] as const,
);

describe('one by one', () => {
  let reader: Reader;
  beforeAll(async () => {
    const { stack } = world();
    const env = await guideVariables(world(), folder);
    reader = openReader(join(folder, 'each'), { url: stack.baseUrl, terminal: 'each', env });
    mkdirSync(join(reader.folder, '.muster'));
    writeFileSync(join(reader.folder, '.muster/board-token'), stack.boardToken);
    writeFileSync(join(reader.folder, 'report.pdf'), 'A report');
  });

  describe.each(others.filter(([, blocks]) => blocks.length > 0))('%s', (_, blocks) => {
    it.each(blocks)('$title', async ({ code }) => {
      // Requests answer with JSON, other commands end well.
      expect(await reader.run(code)).toMatch(code.includes('curl') ? /^[{[]/m : /^/);
    });
  });
});
