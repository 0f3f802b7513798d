/** A program of somebody else in a page: it reads, writes twice with one key, and hears of it in the feed. */
import type * as Package from '@muster/client';

interface ProgramInput {
  /** Where the page has the module of the package. */
  readonly module: string;
  readonly token: string;
  readonly companyId: string;
}

export interface ProgramResult {
  readonly company: string;
  readonly written: readonly string[];
  readonly heard: string;
}

export async function useClient({
  module,
  token,
  companyId,
}: ProgramInput): Promise<ProgramResult> {
  const { connect } = (await import(module)) as typeof Package;
  const muster = connect({ token });
  const { name: company } = await muster.getCompany({ companyId });
  const over = new AbortController();
  const events = muster.followCompany({ companyId, types: ['issue.created'] }, over);
  const hearing = (async () => {
    for await (const event of events) if ('entityId' in event) return event.entityId;
    return '';
  })();
  while (events.cursor === undefined) await new Promise((look) => setTimeout(look));
  const write = () =>
    muster.createIssue({ companyId, title: 'From a page' }, { idempotencyKey: 'a-page' });
  const written = [(await write()).id, (await write()).id];
  const heard = await hearing;
  over.abort();
  return { company, written, heard };
}
