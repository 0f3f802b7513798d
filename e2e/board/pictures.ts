/**
 * `pnpm board:pictures [folder]`: takes a picture of every page of the board, on the example company, at
 * three widths and in both themes, into `docs/board`. Starts a stack of its own, and needs Chromium.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { approvals, agents, gateway, issues, scheduler } from '@muster/contracts';
import { boardFolder, buildBoard } from '@muster/local/stack';
import type { Browser, Page } from 'playwright-core';
import { openClient, type Caller } from '../world/http-client.ts';
import { startWorld, type StartedWorld } from '../world/start-world.ts';
import { launchChromium } from './chromium.ts';
import { addressesOf, isShown, type Address, type AddressValues } from './pages.ts';
import { signInWithToken } from './sign-in.ts';

const KB = 1_024;
/** What all of them may take of a clone. */
const ALL_MAX_BYTES = 6 * KB * KB;
const QUALITY = 62;
const root = join(import.meta.dirname, '../..');

const sizes = [
  { width: 1_280, height: 800 },
  { width: 768, height: 1_024 },
  { width: 360, height: 640 },
] as const;
const themes = ['light', 'dark'] as const;

type View = (typeof sizes)[number] & { readonly theme: (typeof themes)[number] };

/** Makes the example company, and waits until its agent has finished an issue. */
async function seed({ stack, folder }: StartedWorld): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'local/seed.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MUSTER_DATA_DIR: join(folder, 'data'),
      MUSTER_API_URL: stack.baseUrl,
    },
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('the example company was not made');
}

async function addressValuesIn(board: Caller): Promise<AddressValues> {
  const [company] = await board.call(agents, 'listCompanies', {});
  if (!company) throw new Error('there is no company');
  const companyId = company.id;
  const [all, runs, asked, staff, projects] = await Promise.all([
    board.call(issues, 'listIssues', { companyId, status: ['done'] }),
    board.call(scheduler, 'listRuns', { companyId, status: ['succeeded'] }),
    board.call(approvals, 'listApprovals', { companyId, status: ['pending'] }),
    board.call(agents, 'listAgents', { companyId }),
    board.call(issues, 'listProjects', { companyId }),
  ]);
  const { body } = await board.post(`/api/companies/${companyId}/webhooks`, {
    url: 'https://hooks.example.com/muster',
    events: ['approval.created', 'issue.updated'],
  });
  const webhook = body as { id: string };
  const routine = await board.call(issues, 'createRoutine', {
    companyId,
    name: 'Weekly report',
    template: { title: 'Write the report of {{date}}' },
    clock: { kind: 'cron', expression: '0 9 * * MON', zone: 'Europe/Berlin' },
  });
  const hook = await board.call(gateway, 'createHook', {
    companyId,
    name: 'Merged pull requests',
    form: 'github',
    effect: { kind: 'routine', routineId: routine.id, variables: {} },
    filters: [{ at: '/pull_request/merged', equals: true }],
  });
  await board.call(gateway, 'pingWebhook', { companyId, webhookId: webhook.id });
  const skill = await textsIn(board, companyId);
  const engineer = staff.find(({ id }) => id === runs[0]?.agentId);
  return {
    prefix: company.issuePrefix,
    ref: all[0]?.identifier ?? '',
    runId: runs[0]?.id ?? '',
    approvalId: asked[0]?.id ?? '',
    agentRef: engineer?.urlKey ?? '',
    projectId: projects[0]?.id ?? '',
    routineId: routine.id,
    hookId: hook.id,
    skill,
    webhookId: webhook.id,
  };
}

/** A skill and a document of the company. */
async function textsIn(board: Caller, companyId: string): Promise<string> {
  const skill = 'publish-a-page';
  const head = `---\nname: ${skill}\ndescription: How we publish a page.\n---\n`;
  const text = `${head}1. Read it twice.\n2. Ask for a review.\n3. Publish it in the morning.\n`;
  await board.call(agents, 'setSkill', { companyId, skill, files: [{ path: 'SKILL.md', text }] });
  const body = '# Handbook\n\nWe answer customers on the same day.\n';
  await board.call(issues, 'writeCompanyDocument', { companyId, document: 'handbook', body });
  return skill;
}

async function takeAll(browser: Browser, { stack }: StartedWorld, folder: string): Promise<number> {
  const addresses = addressesOf(
    await addressValuesIn(openClient(stack.baseUrls).as(stack.boardToken)),
  );
  const views = sizes.flatMap((size) => themes.map((theme): View => ({ ...size, theme })));
  let bytes = 0;
  for (const view of views) {
    const context = await browser.newContext({
      baseURL: stack.baseUrl,
      viewport: view,
      colorScheme: view.theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await signInWithToken(page, stack.baseUrl, stack.boardToken);
    for (const address of addresses) {
      const picture = await take(page, address);
      const path = join(folder, fileOf(address, view));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, picture);
      bytes += picture.length;
    }
    await context.close();
  }
  return bytes;
}

/** `/ACM/settings/people` → `settings-people/1280-light.webp`. */
function fileOf({ name, section }: Address, { width, theme }: View): string {
  const words = section === undefined ? name : `${name}-${section}`;
  const folder = words.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return join(folder, `${width}-${theme}.webp`);
}

async function take(page: Page, address: Address): Promise<Buffer> {
  await page.goto(address.path);
  await isShown(page, address);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

const [, , folder = join(root, 'docs/board')] = process.argv;
const world = await startWorld({});
const browser = await launchChromium();
try {
  await Promise.all([buildBoard(boardFolder(world.folder)), seed(world)]);
  rmSync(folder, { recursive: true, force: true });
  const bytes = await takeAll(browser, world, folder);
  process.stdout.write(`${Math.round(bytes / KB)} KB of pictures in ${folder}\n`);
  if (bytes > ALL_MAX_BYTES) throw new Error(`${bytes} bytes are more than ${ALL_MAX_BYTES}`);
} finally {
  await browser.close();
  await world.end();
}
