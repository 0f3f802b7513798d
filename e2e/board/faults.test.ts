/** The harness of the stories: it notices each thing that a page must not cause, and nothing else. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually, useBrowser, type VisitOptions } from './browser.ts';
import { cpuTimeOf, objectionsToCpuTime, openClock } from './cpu-clock.ts';
import { objectionsToFocus } from './focus.ts';
import { signInWithToken } from './sign-in.ts';

const world = useSharedWorld();
const openVisit = useBrowser();

/** What the harness notices of a page that does these things, one after the other; `awaited` at the least. */
async function noticed(
  acts: readonly string[],
  options: VisitOptions = {},
  awaited: readonly RegExp[] = [],
) {
  const { stack } = world();
  const visit = await openVisit(stack.baseUrl, options);
  const { page } = visit;
  await signInWithToken(page, stack.baseUrl, stack.boardToken);
  await page.route('**/api/companies/wrong', (route) => route.fulfill(json({ nobody: true })));
  for (const act of acts) await page.evaluate(act);
  const faults = (): Promise<string[]> => Promise.resolve([...visit.faults]);
  for (const fault of awaited) {
    await eventually(faults).toContainEqual(expect.stringMatching(fault));
  }
  await visit.close();
  return visit.faults;
}

const json = (body: object) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify(body),
});
/** A request that the page waits for, whatever comes of it. */
const asks = (path: string, options = '{}') =>
  `fetch('${path}', ${options}).then((answer) => answer.text(), () => undefined)`;
const inScript = `new Promise((done) => {
  addEventListener('securitypolicyviolation', () => setTimeout(done));
  const script = document.createElement('script');
  script.setAttribute('nonce', 'none');
  script.append('taken = 1');
  document.body.append(script);
})`;

/** Each thing that a page must not cause, and what the harness says of it. */
const things: readonly (readonly [string, RegExp])[] = [
  [`console.error('oh no')`, /^error: oh no$/],
  [`console.warn('careful')`, /^warning: careful$/],
  [
    `new Promise((done) => setTimeout(() => { setTimeout(done); throw new Error('broken'); }))`,
    /^exception: Error: broken\n +at /,
  ],
  [inScript, /script-src|TrustedScript/],
  [`try { document.body.innerHTML = '<b>' } catch {}`, /TrustedHTML/],
  [asks('http://127.0.0.1:9/'), /127\.0\.0\.1:9/],
  [asks('/api/companies/none'), /^4\d\d GET \/api\/companies\/none$/],
  [asks('/api/nothing'), /^no operation has GET \/api\/nothing$/],
  [asks('/api/companies/wrong'), /^getCompany answers what its contract refuses/],
  [
    asks(
      '/api/companies',
      `{ method: 'POST', headers: { 'content-type': 'application/json', 'x-page-secret':
        localStorage.getItem('muster.page-secret') }, body: '{"name":"Acme","colour":"red"}' }`,
    ),
    /^ignored colour of POST \/api\/companies$/,
  ],
];

/** Pages that lose or hide the focus, each in its way, and what the harness says of it. */
const losses = [
  ['<a href="/" style="outline: none">a</a>', 'has no ring'],
  ['<a href="/" style="position: fixed; left: -99px">a</a>', 'out of sight'],
  ['<a href="/">a</a><p style="position: fixed; inset: 0">above</p>', 'covered by <p'],
  ['<a href="/">a</a><a href="/" onfocus="previousSibling.focus()">b</a>', 'reaches 1 of 2'],
  ['<button onkeydown="event.preventDefault()">a</button><button>b</button>', 'reaches 1 of 2'],
] as const;

/** More than an idle page takes, and little enough for a busy machine. */
const MAX_MS = 250;
/** A page whose tasks leave the processor no rest until the next page. */
const burning = `<h1>Burning</h1><script>
  setInterval(() => { for (const end = performance.now() + 100; performance.now() < end;); });
</script>`;

/** What the harness says of the way of the focus through a page of this text. */
async function objectionsTo(page: Page, html: string): Promise<string[]> {
  await page.goto('about:blank');
  await page.setContent(html);
  return objectionsToFocus(page);
}

describe('the harness of the stories', () => {
  it('notices each thing that a page must not cause', async () => {
    const acts = things.map(([act]) => act);
    const faults = things.map(([, fault]) => fault);
    expect((await noticed(acts, {}, faults)).length).toBeGreaterThanOrEqual(things.length);
  });

  it('notices no refusal that a story expects, and nothing where nothing is wrong', async () => {
    const expects = /^4\d\d GET \/api\/companies\/none$/;
    expect(await noticed([asks('/api/companies/none')], { expects })).toEqual([]);
    expect(await noticed(['1'])).toEqual([]);
  });

  it('notices each way to lose or hide the focus, and none where everything is reached', async () => {
    const { page, close } = await openVisit(world().stack.baseUrl);
    for (const [html, loss] of losses) {
      expect(await objectionsTo(page, html)).toEqual([expect.stringContaining(loss)]);
    }
    const right = '<input type="date"><button>a</button><button disabled>b</button>';
    expect(await objectionsTo(page, right)).toEqual([]);
    await close();
  });

  it('notices each page that burns CPU time, but not the page after it', async () => {
    const { baseUrl } = world().stack;
    const { page, close } = await openVisit(baseUrl);
    const answer = (body: string) => ({ status: 200, contentType: 'text/html', body });
    await page.route('**/burning', (route) => route.fulfill(answer(burning)));
    await page.route('**/idle', (route) => route.fulfill(answer('<h1>Idle</h1>')));
    for (let load = 1; load <= 2; load += 1) {
      const clock = await openClock(page);
      await page.goto(`${baseUrl}/burning`);
      await eventually(async () => objectionsToCpuTime(await clock.read(), MAX_MS)).toEqual([
        expect.stringMatching(/^takes \d+ ms of CPU time$/),
      ]);
      await clock.close();
    }
    const idle = await cpuTimeOf(page, async () => void (await page.goto(`${baseUrl}/idle`)));
    expect(idle).toBeGreaterThan(0);
    expect(objectionsToCpuTime(idle, MAX_MS)).toEqual([]);
    await close();
  });
});
