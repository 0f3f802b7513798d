/** Workspaces of a project: where they are, what they are called, and which one is the primary. */
import { Refusal } from '@muster/contracts';

export interface Place {
  readonly cwd: string | null;
  readonly repoUrl: string | null;
}

/** A reference has to lead somewhere. */
export function assertPlaced({ cwd, repoUrl }: Place, path: readonly string[] = []): void {
  if (cwd !== null || repoUrl !== null) return;
  throw new Refusal('invalid_input', [
    { path: [...path, 'cwd'], code: 'custom', message: 'cwd or repoUrl is required' },
  ]);
}

const NAMELESS = 'workspace';

/** The last part of its path, or of its repository's. */
export function workspaceName({ cwd, repoUrl }: Place): string {
  const path = cwd ?? repoUrl?.replace(/(?:\.git)?\/*$/, '') ?? '';
  const last = path.split(/[/\\:]/).findLast((part) => part !== '' && part !== '.');
  return last?.slice(0, 200) ?? NAMELESS;
}

interface Candidate {
  readonly id: string;
  readonly isPrimary: boolean;
}

/**
 * Who is the primary after a change. A project with workspaces has exactly one: the one that asks
 * for it, else the one there is; and when that one steps back, the oldest of the others. Candidates
 * come oldest first.
 */
export function primaryAfter(
  candidates: readonly Candidate[],
  changed?: { readonly id: string; readonly wants: boolean | undefined },
): string | undefined {
  if (changed?.wants === true) return changed.id;
  const stays = candidates.find(({ id, isPrimary }) =>
    isPrimary && !(changed?.id === id && changed.wants === false));
  const other = candidates.find(({ id }) => id !== changed?.id);
  return stays?.id ?? other?.id ?? candidates[0]?.id;
}

/** As agents have it: lower case, runs of other characters become one hyphen. */
export const urlKeyOf = (name: string): string =>
  name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'project';
