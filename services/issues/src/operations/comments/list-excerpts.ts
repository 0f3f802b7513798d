import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listExcerptRows } from '../../store/comments.ts';

export const listExcerpts: Handler<typeof issues, 'listExcerpts'> = async (
  { commentIds },
  { db, scope },
) => (commentIds.length === 0 ? [] : listExcerptRows(db, scope, commentIds));
