/** Workspaces of a project: their location, their name, and which one is the primary. */
import { invalidField, type Workspace } from '@muster/contracts';
import type { Whole } from './issue-state.ts';

export type WorkspaceRow = Whole<Workspace>;

export interface WorkspaceLocation {
  readonly cwd: string | null;
  readonly repoUrl: string | null;
}

/** Refuses a workspace that has neither a directory nor a repository. */
export function requireLocation(
  { cwd, repoUrl }: WorkspaceLocation,
  path: readonly string[] = [],
): void {
  if (cwd !== null || repoUrl !== null) return;
  throw invalidField([...path, 'cwd'], 'cwd or repoUrl is required');
}

const NAMELESS = 'workspace';

/** The default name: the last part of the path, or of the repository's path. */
export function workspaceName({ cwd, repoUrl }: WorkspaceLocation): string {
  const path = cwd ?? repoUrl?.replace(/(?:\.git)?\/*$/, '') ?? '';
  const last = path.split(/[/\\:]/).findLast((part) => part !== '' && part !== '.');
  return last?.slice(0, 200) ?? NAMELESS;
}

export interface WorkspaceRequest {
  readonly name?: string | undefined;
  readonly cwd?: string | null | undefined;
  readonly repoUrl?: string | null | undefined;
  readonly repoRef?: string | null | undefined;
}

/** A new workspace, with defaults for what the request leaves out. */
export function newWorkspace(
  key: Pick<WorkspaceRow, 'id' | 'companyId' | 'projectId' | 'isPrimary'>,
  { name, cwd = null, repoUrl = null, repoRef = null }: WorkspaceRequest,
  now: string,
  path?: readonly string[],
): WorkspaceRow {
  requireLocation({ cwd, repoUrl }, path);
  return {
    ...key,
    name: name ?? workspaceName({ cwd, repoUrl }),
    cwd,
    repoUrl,
    repoRef,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

interface Candidate {
  readonly id: string;
  readonly isPrimary: boolean;
}

/**
 * The primary workspace after a change. A project with workspaces has exactly one: the changed one
 * if it wants to be, else the current one; if that one no longer wants to be, the oldest of the
 * others. Candidates come oldest first.
 */
export function primaryAfter(
  candidates: readonly Candidate[],
  changed?: { readonly id: string; readonly wants: boolean | undefined },
): string | undefined {
  if (changed?.wants === true) return changed.id;
  const stays = candidates.find(
    ({ id, isPrimary }) => isPrimary && !(changed?.id === id && changed.wants === false),
  );
  const other = candidates.find(({ id }) => id !== changed?.id);
  return stays?.id ?? other?.id ?? candidates[0]?.id;
}

/** The same form as an agent's url key: lower case, runs of other characters become one hyphen. */
export const urlKeyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'project';
