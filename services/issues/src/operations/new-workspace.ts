/** A workspace as it is asked for, alone or with its project. */
import type { Workspace } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { assertPlaced, workspaceName } from '../domain/workspace.ts';

export interface WorkspaceRequest {
  readonly name?: string | undefined;
  readonly cwd?: string | null | undefined;
  readonly repoUrl?: string | null | undefined;
  readonly repoRef?: string | null | undefined;
}

export function newWorkspace(
  of: Pick<Workspace, 'companyId' | 'projectId' | 'isPrimary'>,
  { name, cwd = null, repoUrl = null, repoRef = null }: WorkspaceRequest,
  now: string,
  path?: readonly string[],
): Workspace {
  assertPlaced({ cwd, repoUrl }, path);
  return {
    id: newId(), ...of, name: name ?? workspaceName({ cwd, repoUrl }), cwd, repoUrl, repoRef,
    createdAt: now, updatedAt: now,
  };
}
