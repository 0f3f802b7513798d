/**
 * What is around an issue, in a bounded number of bytes: an issue stays readable whatever its
 * project, its goal and its ancestors are.
 */
import type { IssueDetail } from '@muster/contracts';
import type { z } from 'zod';

/** The project, the goal and the ancestors of an issue. */
export type Surroundings = Pick<
  z.output<typeof IssueDetail>,
  'ancestors' | 'project' | 'goal' | 'truncated'
>;

/** A third of what an answer may have; an issue's own text takes up to half of it. */
const SURROUNDINGS_MAX_BYTES = 262_144;

/** Most ancestors in an answer, counted from the issue upward. */
export const ANCESTORS_MAX = 50;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The nearest comes first and is the last to lose anything. */
export function boundSurroundings(all: Surroundings): Surroundings {
  const found = withNearestAncestors(all);
  if (bytesOf(found) <= SURROUNDINGS_MAX_BYTES) return found;
  let left = SURROUNDINGS_MAX_BYTES;
  /** The first of the forms that fits. */
  const fitting = <T>(forms: readonly T[]): T | undefined => {
    const form = forms.find((one) => bytesOf(one) <= left);
    if (form !== undefined) left -= bytesOf(form);
    return form;
  };
  const { project, goal } = found;
  const withoutText = project && { ...project, description: '' };
  const kept = {
    project:
      fitting([
        project,
        withoutText,
        withoutText && { ...withoutText, workspaces: [], primaryWorkspace: null },
      ]) ?? null,
    goal: fitting([goal, goal && { ...goal, description: '' }]) ?? null,
  };
  const ancestors: Surroundings['ancestors'] = [];
  for (const ancestor of found.ancestors) {
    const fits = fitting([ancestor, { ...ancestor, description: null, project: null, goal: null }]);
    if (!fits) break;
    ancestors.push(fits);
  }
  return { ...kept, ancestors, truncated: true };
}

const withNearestAncestors = (all: Surroundings): Surroundings =>
  all.ancestors.length > ANCESTORS_MAX
    ? { ...all, ancestors: all.ancestors.slice(0, ANCESTORS_MAX), truncated: true }
    : all;
