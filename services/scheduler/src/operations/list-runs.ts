import type { scheduler } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import * as store from '../store/runs.ts';

const LIST = 'runs';

export const listRuns: Handler<typeof scheduler, 'listRuns'> = async (input, { db }) => {
  const { companyId, agentId, status, cursor } = input;
  const size = pageSize(input.limit);
  const [before] = decodeCursor(LIST, companyId, cursor, 1) ?? [];
  const runs = await store.listRuns(db, {
    companyId,
    agentId,
    status,
    before: before === undefined ? undefined : String(before),
    limit: size + 1,
  });
  return pageOf(
    runs,
    size,
    (run) => run,
    ({ id }) => encodeCursor(LIST, companyId, [id]),
  );
};
