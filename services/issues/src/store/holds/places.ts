/** What holds the places of several new issues. */
import { pipelined, type Db } from '@muster/service-kit';
import type { StoredHold } from '../../domain/holds/held.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { findHoldOfPlace } from './holding.ts';

/** Of children of one parent, by their projects. */
export async function findHoldsOfPlaces(
  db: Db,
  children: readonly IssueState[],
): Promise<ReadonlyMap<string | null, StoredHold | null>> {
  const places = [...new Map(children.map((child) => [child.projectId, child])).values()];
  const found = await pipelined(
    places.map(({ companyId, parentId, projectId }) =>
      findHoldOfPlace(db, companyId, { parentId, projectId }),
    ),
  );
  return new Map(places.map(({ projectId }, at) => [projectId, found[at] ?? null]));
}
