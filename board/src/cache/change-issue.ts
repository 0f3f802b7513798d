/**
 * Changes of an issue are shown at once, and sent with the version that the reader saw. If somebody has
 * changed other fields since, the change is sent again; if the same, both are told.
 */
import type { Issue } from '@muster/contracts';
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { offerUndo } from '../api/undo-offers.ts';
import type { Input, Output } from '../api/operations.ts';
import { collides } from '../domain/changed.ts';
import { changeWords, undoOf } from '../domain/issues/undo.ts';
import { type Over, sendOver, useReadAgain } from './write.ts';
import { useCompany } from './company.ts';
import { labelsQuery } from './settings-queries.ts';

export type IssueChange = Partial<
  Pick<
    Issue,
    | 'status'
    | 'priority'
    | 'title'
    | 'description'
    | 'assigneeAgentId'
    | 'assigneeUserId'
    | 'labelIds'
    | 'wakeOnChildren'
    | 'dueAt'
    | 'projectId'
    | 'goalId'
    | 'parentId'
    | 'blockedByIssueIds'
    | 'reviewPolicy'
    | 'reviewerAgentId'
    | 'reviewerUserId'
    | 'reviewEvidence'
  >
> & { readonly comment?: string };

interface Seen {
  readonly id: string;
  readonly version: number;
}

export interface IssueWrite {
  readonly issue: Seen;
  readonly change: IssueChange;
  readonly key: string;
  /** Of a form, which tells a collision by what was typed. */
  readonly over?: Over<Output<'getIssue'>> | undefined;
}

export function useChangeIssue(): UseMutationResult<unknown, Error, IssueWrite> {
  const client = useQueryClient();
  const { id: companyId } = useCompany();
  const readAgain = useReadAgain();
  const queryKey = ['issues', companyId];
  return useMutation({
    mutationFn: (write: IssueWrite) => sendChange(write),
    onSuccess: (_answer, write) => void offerUndoOf(write, () => readAgain('updateIssue')),
    onMutate: async ({ issue, change }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueriesData({ queryKey });
      const { comment: _, ...fields } = change;
      const shown = { ...fields, ...labelsOf(client, companyId, change) };
      client.setQueriesData({ queryKey }, (cached: unknown) => patched(cached, issue.id, shown));
      return { before };
    },
    onError: (_error, _write, context) => {
      for (const [key, cached] of context?.before ?? []) client.setQueryData(key, cached);
    },
    onSettled: () => readAgain('updateIssue'),
  });
}

/** Offers to take a change back, if that can be done. An offer that cannot be made is no fault of the change. */
async function offerUndoOf(
  { issue, change }: IssueWrite,
  readAgain: () => Promise<unknown>,
): Promise<void> {
  offerUndo(undefined);
  const now = await call('getIssue', { issueId: issue.id }).catch(() => undefined);
  const back = now && undoOf(issue, change, now.allowedTransitions);
  if (!back) return;
  const key = crypto.randomUUID();
  offerUndo({
    says: changeWords(now.identifier, change),
    undo: async () => {
      await sendChange({ issue: now, change: back, key });
      await readAgain();
    },
  });
}

/** The labels that an issue will have, as it shows them. */
function labelsOf(client: QueryClient, companyId: string, { labelIds }: IssueChange): object {
  const known = client.getQueryData(labelsQuery(companyId).queryKey);
  if (!labelIds || !known) return {};
  return { labels: known.filter(({ id }) => labelIds.includes(id)) };
}

export function sendChange({ issue, change, key, over }: IssueWrite): Promise<unknown> {
  const body = { issueId: issue.id, ...change } as Input<'updateIssue'>;
  const seen: NonNullable<typeof over> = over ?? {
    version: issue.version,
    read: () => call('getIssue', { issueId: issue.id }),
    collides: (now) => collides(Object.keys(change), issue, now),
  };
  return sendOver(seen, (ifVersion) =>
    call(
      'updateIssue',
      { ...body, ifVersion },
      { key: ifVersion === seen.version ? key : crypto.randomUUID() },
    ),
  );
}

/** The row with this id, wherever it is cached. */
function patched(cached: unknown, id: string, fields: object): unknown {
  if (Array.isArray(cached)) return cached.map((each) => patched(each, id, fields));
  if (typeof cached !== 'object' || cached === null) return cached;
  if ('pages' in cached) return { ...cached, pages: patched(cached.pages, id, fields) };
  if ('items' in cached) return { ...cached, items: patched(cached.items, id, fields) };
  return 'id' in cached && cached.id === id ? { ...cached, ...fields } : cached;
}
