import type { scheduler } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import * as store from '../store/runs/run-list.ts';

const LIST = 'runs';

export const listRuns: Handler<typeof scheduler, 'listRuns'> = async (
  { cursor, limit, ...asked },
  { db },
) => {
  const { companyId } = asked;
  const size = pageSize(limit);
  const before = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const filter = { ...asked, before };
  const runs = await store.listRuns(db, filter, size);
  const cursorAt = (id: string): string => encodeCursor(LIST, companyId, [id]);
  const page = pageOfFirst(
    runs,
    (run) => run,
    ({ id }) => cursorAt(id),
  );
  if (page.nextCursor !== undefined) return page;
  const last = await store.findLastRead(db, filter);
  return last === undefined ? page : { ...page, nextCursor: cursorAt(last) };
};
