import type { issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { listProjectRows } from '../../store/planning/projects.ts';
import { withProgress } from '../../store/overviews/progress.ts';
import { showProject } from '../../views.ts';

const LIST = 'projects';

export const listProjects: Handler<typeof issues, 'listProjects'> = async (
  { companyId, progress, limit, cursor },
  { db, slowReads },
) => {
  const size = pageSize(limit);
  const after = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const rows = await listProjectRows(db, companyId, after, size);
  const page = pageOfFirst(rows, showProject, ({ id }) => encodeCursor(LIST, companyId, [id]));
  if (!progress) return page;
  return { ...page, items: await withProgress(slowReads, 'project', page.items) };
};
