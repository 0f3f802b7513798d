/** How an answer names the fields of its request that were ignored. */
import { namesOf } from '../request/input.ts';
import type { RouteRequest } from '../request/route-request.ts';
import { nearestName } from '../similar/nearest-name.ts';

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
  const fields = ignored.slice(0, IGNORED_MAX).map((name) => ignoredField(name, namesOf(plan)));
  return `${text.slice(0, -1)},"ignoredFields":${JSON.stringify(fields)}}`;
}

function ignoredField(
  name: string,
  known: readonly string[],
): { readonly field: string; readonly nearest?: string } {
  const field = name.slice(0, NAME_MAX);
  const nearest = nearestName(name, known)?.name;
  return nearest === undefined ? { field } : { field, nearest };
}

export const ignoredHeader = (names: readonly string[]): string =>
  names
    .slice(0, IGNORED_MAX)
    .map((name) => encodeURIComponent(name).slice(0, NAME_MAX))
    .join(', ');
