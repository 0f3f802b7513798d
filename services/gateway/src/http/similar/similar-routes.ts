/**
 * Which routes a client may have meant by a path that does not exist. Paths are compared segment by
 * segment: one may be missing, added, misspelt, or have the name that another system gives it.
 */
import { composed, contracts, methodOf, pathOf, UUID_PATTERN } from '@muster/contracts';
import { distance } from 'fastest-levenshtein';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly segments: readonly string[];
}

/** More segments, or longer ones, are no attempt at a path of ours. */
const SEGMENTS_MAX = 10;
const SEGMENT_MAX = 80;
const SUGGESTIONS_MAX = 3;

/** What a difference costs; a path that costs more than the most is not suggested. */
const COST = {
  method: 0.5,
  literal: 1,
  parameter: 0.4,
  id: 0.9,
  wordForId: 0.7,
  synonym: 0.3,
  /** More of a word than this part may not differ. */
  differs: 0.5,
  other: 2,
  most: 1.6,
};
/** Most lists are those of a company or of the caller, and that is what paths leave out most. */
const LEFT_OUT: Readonly<Record<string, number>> = {
  companies: 0.3,
  ':companyId': 0.2,
  agents: 0.4,
  me: 0.3,
};
/** How much more than the best suggestion a further one may cost. */
const MARGIN = 0.3;

/** Words of other systems, with the segments that mean the same here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  tasks: 'issues',
  tickets: 'issues',
  claim: 'checkout',
  start: 'checkout',
  take: 'checkout',
  unclaim: 'release',
  runs: 'heartbeat-runs',
  heartbeats: 'heartbeat-runs',
  costs: 'cost-events',
  wake: 'wakeup',
  hire: 'agent-hires',
  hires: 'agent-hires',
  budget: 'budgets',
  config: 'configuration',
  events: 'activity',
  context: 'heartbeat-context',
  whoami: 'me',
};

/** What other systems have a path for, and is a change of the record here. */
const CHANGES: ReadonlySet<string> = new Set([
  'assign',
  'block',
  'cancel',
  'close',
  'complete',
  'done',
  'edit',
  'finish',
  'move',
  'priority',
  'reassign',
  'reopen',
  'status',
  'title',
  'transition',
  'unassign',
  'update',
]);

const VERSION = /^v\d{1,2}$/;
/** What a client writes in the place of an id: an id or identifier, a number, or a placeholder. */
const ID = new RegExp(
  String.raw`^(?:${UUID_PATTERN}|[A-Za-z][A-Za-z0-9]{0,9}-\d{1,9}|\d{1,20}|:.*|\{.*\})$`,
);

const routes: readonly Route[] = [
  ...contracts.flatMap(({ operations }) => Object.values(operations)),
  ...Object.values(composed),
].flatMap((operation) => {
  const [method, path] = [methodOf(operation), pathOf(operation)];
  const segments = segmentsOf(path ?? '');
  // `/` is like every short path, and says nothing about it.
  return method && path && segments.length > 0 ? [{ method, path, segments }] : [];
});

const literals = new Set(
  routes.flatMap(({ segments }) => segments.filter((segment) => !segment.startsWith(':'))),
);

/** At most three, as `PATCH /api/issues/:issueId`, the most similar first. */
export function similarRoutes(method: string, url: string): readonly string[] {
  const given = segmentsOf(url.split('?', 1)[0] ?? '').filter((each) => !VERSION.test(each));
  if (given.length === 0 || given.length > SEGMENTS_MAX) return [];
  if (given.some(({ length }) => length > SEGMENT_MAX)) return [];
  const asked = [...changedBy(given), ...nearestRoutes(method, given)];
  return [...new Set(asked)].slice(0, SUGGESTIONS_MAX);
}

/** The change that a path such as `/api/issues/:issueId/assign` stands for. */
function changedBy(given: readonly string[]): readonly string[] {
  if (!CHANGES.has(given.at(-1) ?? '') || !ID.test(given.at(-2) ?? '')) return [];
  return nearestRoutes('PATCH', given.slice(0, -1)).filter((route) => route.startsWith('PATCH '));
}

function nearestRoutes(method: string, given: readonly string[]): readonly string[] {
  const compare = comparison(given);
  const found = routes
    .map((route) => ({
      name: `${route.method} ${route.path}`,
      cost: compare(route.segments) + methodCost(method, route.method),
    }))
    .filter(({ cost }) => cost <= COST.most)
    .toSorted((a, b) => a.cost - b.cost);
  const best = found[0]?.cost ?? 0;
  return found.filter(({ cost }) => cost <= best + MARGIN).map(({ name }) => name);
}

const methodCost = (given: string, method: string): number => {
  if (given === method) return 0;
  return given === 'PUT' && method === 'PATCH' ? 0 : COST.method;
};

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** What it costs to turn the given path into a route, by the shortest edit of their segments. */
function comparison(given: readonly string[]): (segments: readonly string[]) => number {
  const toLiteral = given.map(
    (segment) => new Map([...literals].map((literal) => [literal, literalCost(segment, literal)])),
  );
  const toParameter = given.map((segment) => (ID.test(segment) ? 0 : COST.wordForId));
  return (segments) => {
    let row = Array.from({ length: given.length + 1 }, (_, index) => index * COST.literal);
    for (const [at, segment] of segments.entries()) {
      const isParameter = segment.startsWith(':');
      const missing = missingCost(segment, segments.length - 1 - at);
      const next = [(row[0] ?? 0) + missing];
      for (const index of given.keys()) {
        const same = isParameter ? toParameter[index] : toLiteral[index]?.get(segment);
        next.push(
          Math.min(
            (row[index] ?? 0) + (same ?? COST.other),
            (row[index + 1] ?? 0) + missing,
            (next[index] ?? 0) + COST.literal,
          ),
        );
      }
      row = next;
    }
    return row.at(-1) ?? COST.other;
  };
}

/** `followedBy`: how many segments come after it. */
function missingCost(segment: string, followedBy: number): number {
  const isParameter = segment.startsWith(':');
  if (isParameter && followedBy === 0) return COST.id;
  // The name of a list is left out together with the id after it, and before something that follows both.
  const isLeftOut = isParameter || segment === 'me' ? followedBy > 0 : followedBy > 1;
  const cost = isParameter ? COST.parameter : COST.literal;
  return isLeftOut ? (LEFT_OUT[segment] ?? cost) : cost;
}

function literalCost(given: string, literal: string): number {
  const word = given.toLowerCase();
  if (word === literal) return 0;
  if (Object.hasOwn(SYNONYMS, word) && SYNONYMS[word] === literal) return COST.synonym;
  const part = distance(word, literal) / Math.max(word.length, literal.length);
  return part > COST.differs ? COST.other : part * COST.other;
}
