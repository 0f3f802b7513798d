/** What holds on every page: it can be read by everybody, and text of others stays text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { agents, approvals, billing, issues } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { addPerson, PASSWORD } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { signIn, useBrowser, type Visit } from './browser.ts';

const world = useSharedWorld();
const openVisit = useBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let email: string;
let paths: string[];

const deep = '- '.repeat(16_384);
const hostile = [
  '<img src=x onerror="taken=1"><script>taken=1</script>',
  '[click](javascript:taken=1) ![x](https://evil.example/pixel.png)',
  '<style>*{display:none}</style><iframe src="https://evil.example"></iframe>',
  '\u202Egnp.exe\u202C \u200Bzero \uFEFFwidth',
  `${'Z\u0351\u036B\u0343\u036A'.repeat(40)} ${'W'.repeat(400)}`,
  '| a |\n|---|\n| [[[ |',
  '\u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007 \u001B[31mred',
  deep,
];

beforeAll(async () => {
  const { board } = world();
  const company = await createCompany(board, {
    name: '</title><script>taken=1</script> \u202E',
    requireBoardApprovalForNewAgents: false,
  });
  ({ email } = await addPerson(world(), company.id, { role: 'owner', name: 'Ada' }));
  const name = '<b onmouseover=taken=1>Eve</b>\u202E';
  const { agent, caller } = await addAgentWithKey(world(), company.id, { name, role: 'engineer' });
  const text = hostile.join('\n\n');
  const title = '<svg onload=taken=1>\u202E javascript:taken=1';
  const issue = await addIssue(board, company.id, { title, description: text });
  for (const body of hostile) {
    await caller.call(issues, 'addComment', { issueId: issue.id, body });
  }
  await caller.call(billing, 'recordCost', {
    companyId: company.id,
    agentId: agent.id,
    provider: title,
    model: title,
    inputTokens: 1_000,
    issueId: issue.id,
  });
  await board.call(agents, 'updateAgent', {
    agentId: agent.id,
    capabilities: text.slice(0, 4_000),
  });
  const asked = await caller.call(approvals, 'createApproval', {
    companyId: company.id,
    type: 'request_board_approval',
    payload: { title, description: text, url: 'javascript:taken=1' },
  });
  const base = `/${company.issuePrefix}`;
  paths = [
    '/',
    '/start',
    base,
    `${base}/issues`,
    `${base}/issues/${issue.identifier}`,
    `${base}/runs`,
    `${base}/approvals`,
    `${base}/approvals/${asked.id}`,
    `${base}/agents`,
    ...['', '?view=runs', '?view=configuration', '?view=guidance', '?view=access'].map(
      (view) => `${base}/agents/${agent.id}${view}`,
    ),
    ...['', '?view=chart', '?view=table'].map((view) => `${base}/org${view}`),
    ...['', '?by=model', `?by=issue&issue=${issue.id}`].map((view) => `${base}/costs${view}`),
    `${base}/activity`,
  ];
});

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe says against the page. */
async function against({ page }: Visit): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()');
  const { pathname } = new URL(page.url());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${pathname} ${id}: ${html.slice(0, 200)}`),
  );
}

/** How much the page is wider than its window. */
const overflow = ({ page }: Visit): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

describe.each([
  { theme: 'light', width: 1_280 },
  { theme: 'dark', width: 1_280 },
  { theme: 'light', width: 360 },
] as const)('every page in the $theme theme, $width wide', ({ theme, width }) => {
  it('shows hostile text as text, fits its window, and has nothing that axe objects to', async () => {
    const visit = await openVisit(world().stack.baseUrl, { theme, width });
    const { page } = visit;
    await signIn(page, email, PASSWORD);
    const objections: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('live', { exact: true }).waitFor();
      await expect.poll(() => page.getByText('Loading', { exact: true }).count()).toBe(0);
      objections.push(...(await against(visit)));
      if ((await overflow(visit)) > 0) objections.push(`${path} is wider than its window`);
      expect(await page.evaluate(() => 'taken' in globalThis)).toBe(false);
      expect(await page.locator('main').innerText()).not.toContain('\u202E');
    }
    for (const key of ['c', '?', 'Control+K']) {
      await page.locator('main').focus();
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      objections.push(...(await against(visit)).map((each) => `${key} at ${each}`));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(objections).toEqual([]);
    expect(visit.faults).toEqual([]);
    await visit.close();
  });
});
