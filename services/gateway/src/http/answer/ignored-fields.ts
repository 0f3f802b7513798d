/** How an answer names the fields of its request that were ignored. */
import type { RoutePlan, RouteRequest } from '../request/route-request.ts';

/** Ignored names that one answer lists at most. */
const IGNORED_MAX = 20;
/** Longest part of a name that is repeated in an answer. */
const NAME_MAX = 200;

/** An object names what was ignored; a list stays a list, and the header says it. */
export function withIgnoredFields(
  { plan, ignored }: RouteRequest,
  body: Buffer | string,
): Buffer | string {
  if (ignored.length === 0 || plan.operation.produces) return body;
  const text = body.toString();
  if (!text.startsWith('{"')) return body;
  const fields = ignored.slice(0, IGNORED_MAX).map((name) => ignoredField(plan, name));
  return `${text.slice(0, -1)},"ignoredFields":${JSON.stringify(fields)}}`;
}

interface IgnoredField {
  readonly field: string;
  /** The requests that do what the field would. */
  readonly instead?: string;
}

/** By operation: fields of its record that other operations change. */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  updateAgent: {
    status: 'POST /api/agents/:agentId/pause, /resume or /terminate',
    pauseReason: 'POST /api/agents/:agentId/resume',
  },
  addComment: { status: 'PATCH /api/issues/:issueId, with comment' },
};

function ignoredField(plan: RoutePlan, name: string): IgnoredField {
  const field = name.slice(0, NAME_MAX);
  const others = INSTEAD[plan.name];
  return others && Object.hasOwn(others, name) ? { field, instead: others[name] ?? '' } : { field };
}

export const ignoredHeader = (names: readonly string[]): string =>
  names
    .slice(0, IGNORED_MAX)
    .map((name) => encodeURIComponent(name).slice(0, NAME_MAX))
    .join(', ');
