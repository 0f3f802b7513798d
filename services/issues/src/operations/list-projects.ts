import { Id, type issues } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { z } from 'zod';
import { listProjectRows } from '../store/projects.ts';
import { parseKey } from './list-issues.ts';
import { showProject } from './project-answers.ts';

const LIST = 'projects';

export const listProjects: Handler<typeof issues, 'listProjects'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = parseKey(z.tuple([Id]), decodeCursor(LIST, companyId, cursor, 1))?.[0];
  const rows = await listProjectRows(db, companyId, after, size + 1);
  return pageOf(rows, size, showProject, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
