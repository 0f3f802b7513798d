import type { Focus } from './focus.ts';

/** Tab goes through the parts of a date before it leaves its field. */
const STAYS_MAX = 5;

/** What is kept in the page between two steps. */
interface Way {
  readonly seen: Set<Element>;
  last?: Element;
  stays: number;
}

/** Where the focus is after Tab, and what is wrong with it, in words; nothing if the reader sees it. */
export function lookAtFocus(): Focus {
  const page: typeof globalThis & { way?: Way } = globalThis;
  const way = (page.way ??= { seen: new Set(), stays: 0 });
  const focused = document.activeElement ?? document.body;
  const isNowhere = focused === document.body;
  const isOld = isNowhere ? way.seen.size > 0 : way.seen.has(focused);
  way.stays = focused === way.last ? way.stays + 1 : 0;
  way.last = focused;
  if (!isNowhere) way.seen.add(focused);
  const isEnd = isOld && (way.stays === 0 || way.stays > STAYS_MAX);
  const facts = { isEnd, reached: way.seen.size, reachable: reachable() };
  if (isNowhere) return { at: '', ...facts };
  const at = focused.outerHTML.slice(0, 160);
  const wrong = isOld ? undefined : objectionTo(focused);
  return wrong === undefined ? { at, ...facts } : { at, ...facts, wrong: `${wrong}: ${at}` };
}

function reachable(): number {
  const tabbable = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const groups = new Set<string>();
  return [...document.querySelectorAll<HTMLElement>(tabbable)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled, [inert] *')) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    // Tab goes to one of a group of radio buttons; arrows go to the others.
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const isFirst = !groups.has(element.name);
    groups.add(element.name);
    return isFirst;
  }).length;
}

function objectionTo(focused: Element): string | undefined {
  if (!hasRing(focused)) return 'has no ring';
  // A link may run over several lines.
  const [box] = focused.getClientRects();
  if (box === undefined) return 'has no box';
  const { left, top, right, bottom } = box;
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return 'out of sight';
  const x = Math.min(Math.max((left + right) / 2, 0), innerWidth - 1);
  const y = Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1);
  const shown = document.elementFromPoint(x, y);
  if (shown === null || focused.contains(shown) || shown.contains(focused)) return undefined;
  return `covered by ${shown.outerHTML.slice(0, 80)}`;
}

/** A ring may be around the element, or around the row or the part of a chart that it stands for. */
function hasRing(focused: Element): boolean {
  const ground = focused instanceof SVGElement ? focused.querySelector('rect') : null;
  if (ground !== null && getComputedStyle(ground).stroke !== 'none') return true;
  return ['', '::before', '::after'].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(focused, part || null);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
}
