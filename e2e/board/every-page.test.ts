/** What holds on every page: everybody can read it, and text of others stays text, in its place. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../fixtures/people.ts';
import { useWorld } from '../world/use-world.ts';
import { PATIENCE_MS, useBrowser, type Visit, type VisitOptions } from './browser.ts';
import { cpuTimeOf, objectionsToCpuTime } from './cpu-clock.ts';
import { objectionsToFocus } from './focus.ts';
import { createHostileCompany, type HostileCompany } from './hostile-company.ts';
import { goToOther } from './hands.ts';
import { callOf, runInPage } from './in-page.ts';
import { openOverlays, type Opened, type Openers } from './overlays.ts';
import { addressesOf, isShown, type Address } from './pages.ts';
import { signIn } from './sign-in.ts';

/** All pages with their overlays, one after the other, also on a busy machine. */
const MODE_TIMEOUT_MS = 900_000;

const world = useWorld();
const openVisit = useBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let company: HostileCompany;

beforeAll(async () => {
  company = await createHostileCompany(world());
});

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

type Theme = 'light' | 'dark';
/** The rules of axe that a theme is judged by. */
const rulesOf = {
  light: '{ resultTypes: ["violations"] }',
  // The others judge elements and their names, which are the same in both themes and from both sides.
  dark: '{ resultTypes: ["violations"], runOnly: ["color-contrast"] }',
} as const satisfies Record<Theme, string>;

/**
 * What axe says against what is shown, or against a part of it, in each theme. A theme is a matter of style sheets
 * alone, which follow the browser at once, so one document is judged in both.
 */
async function axeAgainst(
  { page }: Visit,
  themes: readonly Theme[],
  part = 'html',
): Promise<string[]> {
  // Once a document: what opens over a page is judged by the same.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe);
  const objections: string[] = [];
  for (const theme of themes) {
    if (themes.length > 1) await page.emulateMedia({ colorScheme: theme });
    const { violations } = await page.evaluate<{ violations: Violation[] }>(
      `axe.run('${part}', ${rulesOf[theme]})`,
    );
    for (const { id, nodes } of violations)
      objections.push(...nodes.map(({ html }) => `${theme}: ${id}: ${html.slice(0, 200)}`));
  }
  return objections;
}

const lookAt = ({ page }: Visit): Promise<string[]> => runInPage(page, 'look-at');

/** Of the window, as a browser counts it: a good page moves by less than 0.1. */
const SHIFT_MAX = 0.02;

/** How far a page has moved by itself since it was last asked. */
async function objectionsToShifts({ page }: Visit): Promise<string[]> {
  const [moved, what] = await page.evaluate<[number, string]>('takeShifts()');
  return moved > SHIFT_MAX ? [`moves by ${moved.toFixed(3)}: ${what}`] : [];
}

/** What comes later must not move what is looked at. */
async function openPage({ page }: Visit, address: Address, way: Way): Promise<void> {
  if (way === 'by a load') await page.goto(address.path);
  else {
    await page.evaluate('void takeShifts()');
    await goToOther(page, address.path);
  }
  await isShown(page, address);
  const waitsFor = await runInPage<string>(page, 'until-quiet', { patienceMs: PATIENCE_MS });
  if (waitsFor !== '') throw new Error(`${address.path} waits for ${waitsFor}`);
}

async function visitSignedIn(options: VisitOptions): Promise<Visit> {
  const visit = await openVisit(world().stack.baseUrl, options);
  await visit.context.addInitScript(callOf('count-requests'));
  await visit.context.addInitScript(callOf('watch-shifts'));
  await signIn(visit.page, company.email, PASSWORD);
  return visit;
}

const openers: Openers = new Map();

type Way = 'by a load' | 'in the document';

/** What a walk has seen so far. */
interface Walk extends Opened {
  readonly themes: readonly Theme[];
  /** Whether each page is loaded, and its focus led through it by Tab. */
  readonly isFirst: boolean;
  /** The page before, from which a way by the router leads to pages of other kinds. */
  before?: Address;
  /** Of each page, in milliseconds. */
  readonly cpuTimes: number[];
}

/** A page that moves does so each time; a busy machine may once have painted half of what belongs together. */
async function objectionsToMoving(visit: Visit, address: Address): Promise<string[]> {
  if ((await objectionsToShifts(visit)).length === 0) return [];
  await openPage(visit, address, 'by a load');
  return objectionsToShifts(visit);
}

/** A page of the same kind is loaded: nothing would show when the router has come to it. */
function wayTo(address: Address, { isFirst, before }: Walk): Way {
  const isWithin = before?.isFramed === true && address.isFramed && before.name !== address.name;
  return isWithin && !isFirst ? 'in the document' : 'by a load';
}

/** What is wrong with a page, and with what opens over it. */
async function objectionsTo(visit: Visit, address: Address, walk: Walk): Promise<string[]> {
  const way = wayTo(address, walk);
  const spentMs = await cpuTimeOf(visit.page, () => openPage(visit, address, way));
  walk.cpuTimes.push(spentMs);
  walk.before = address;
  const objections = [
    ...objectionsToCpuTime(spentMs),
    ...(await objectionsToMoving(visit, address)),
    ...(walk.isFirst ? await objectionsToFocus(visit.page) : []),
    ...(await axeAgainst(visit, walk.themes)),
    ...(await lookAt(visit)),
  ];
  for await (const { name, isNewForm } of openOverlays(visit.page, walk, openers)) {
    const above = await lookAt(visit);
    // The page beneath has been judged, and so have the elements of a form that is opened for each row.
    if (isNewForm) above.push(...(await axeAgainst(visit, walk.themes, 'dialog[open]')));
    objections.push(...above.map((each) => `${name}: ${each}`));
  }
  return objections.map((each) => `${address.path} ${each}`);
}

describe.each([
  { themes: ['light', 'dark'], width: 1_280, height: 640, dir: 'ltr', isFirst: true },
  { themes: ['light'], width: 360, height: 640, dir: 'ltr', isFirst: false },
  // Half as wide is how a browser shows text at 200 %.
  { themes: ['dark'], width: 640, height: 400, dir: 'rtl', isFirst: false },
] as const)('every page: $themes, $width wide, from $dir', ({ themes, dir, isFirst, ...size }) => {
  it(
    `${isFirst ? 'leads Tab to all there is to do, ' : ''}keeps hostile text and its layout in place, passes axe`,
    async () => {
      expect(company.taken).toBeGreaterThan(0.9);
      const visit = await visitSignedIn({ ...size, theme: themes[0] });
      await visit.context.addInitScript(
        `addEventListener('DOMContentLoaded', () => { document.documentElement.dir = '${dir}'; })`,
      );
      const walk: Walk = { names: new Set(), forms: new Set(), themes, isFirst, cpuTimes: [] };
      const objections: string[] = [];
      for (const address of addressesOf(company.values)) {
        objections.push(...(await objectionsTo(visit, address, walk)));
      }
      await visit.close();
      const most = Math.max(...walk.cpuTimes);
      process.stdout.write(`  a page takes at most ${most.toFixed(0)} ms of CPU time\n`);
      expect(objections).toEqual([]);
      expect(visit.faults).toEqual([]);
      expect([...walk.names]).toEqual(expect.arrayContaining(['Keys', 'Status', 'Assignee']));
    },
    MODE_TIMEOUT_MS,
  );
});
