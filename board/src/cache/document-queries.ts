/** Documents of an issue or a project: what is read, and what a write makes stale. */
import { queryOptions, type UseMutationResult } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Input, Output } from '../api/operations.ts';
import { useWrite, type Given, type Over } from './write.ts';

export type DocumentOwner = { readonly issueId: string } | { readonly projectId: string };
export type DocumentText = Output<'getIssueDocument'>;
type Documents = Output<'listIssueDocuments'>;

/** There are never more of one issue or project, and of one document half as many versions. */
const LISTED_MAX = 100;

const idOf = (of: DocumentOwner): string => ('issueId' in of ? of.issueId : of.projectId);

export const documentsQuery = (companyId: string, of: DocumentOwner) =>
  queryOptions({
    queryKey: ['documents', companyId, idOf(of)],
    queryFn: ({ signal }): Promise<Documents> =>
      'issueId' in of
        ? call('listIssueDocuments', { ...of, limit: LISTED_MAX }, { signal })
        : call('listProjectDocuments', { ...of, limit: LISTED_MAX }, { signal }),
  });

export const readDocument = (
  of: DocumentOwner,
  document: string,
  more: { readonly version?: number; readonly signal?: AbortSignal } = {},
): Promise<DocumentText> => {
  const { version, signal } = more;
  const asked = { document, ...(version === undefined ? {} : { version }) };
  return 'issueId' in of
    ? call('getIssueDocument', { ...of, ...asked }, { signal })
    : call('getProjectDocument', { ...of, ...asked }, { signal });
};

export const documentQuery = (
  companyId: string,
  of: DocumentOwner,
  document: string,
  version?: number,
) =>
  queryOptions({
    queryKey: ['documents', companyId, idOf(of), document, version],
    queryFn: ({ signal }) =>
      readDocument(of, document, { signal, ...(version === undefined ? {} : { version }) }),
  });

export const versionsQuery = (companyId: string, of: DocumentOwner, document: string) =>
  queryOptions({
    queryKey: ['documents', companyId, idOf(of), document, 'versions'],
    queryFn: ({ signal }): Promise<Documents> =>
      'issueId' in of
        ? call('listIssueDocumentRevisions', { ...of, document, limit: LISTED_MAX }, { signal })
        : call('listProjectDocumentRevisions', { ...of, document, limit: LISTED_MAX }, { signal }),
  });

const stale = (companyId: string): readonly (readonly string[])[] => [
  ['documents', companyId],
  ['activity', companyId],
];

type Saved = Pick<UseMutationResult, 'error' | 'isPending'> & {
  readonly mutate: (fields: Given<Fields>) => void;
};
type Fields = Omit<Input<'writeIssueDocument'>, 'issueId'>;

export function useWriteDocument(
  companyId: string,
  of: DocumentOwner,
  onDone: () => void,
  over?: Over<DocumentText>,
): Saved {
  const issue = useWrite('writeIssueDocument', stale(companyId), onDone, over);
  const project = useWrite('writeProjectDocument', stale(companyId), onDone, over);
  const save = 'issueId' in of ? issue : project;
  const mutate = (given: Given<Fields>): void => {
    const whole = async () => (typeof given === 'function' ? given() : given);
    if ('issueId' in of) issue.mutate(async () => ({ ...(await whole()), ...of }));
    else project.mutate(async () => ({ ...(await whole()), ...of }));
  };
  return { error: save.error, isPending: save.isPending, mutate };
}

export function useDeleteDocument(
  companyId: string,
  of: DocumentOwner,
  onDone: () => void,
): Pick<Saved, 'error' | 'isPending'> & {
  readonly mutate: (fields: { readonly document: string; readonly ifVersion: number }) => void;
} {
  const issue = useWrite('deleteIssueDocument', stale(companyId), onDone);
  const project = useWrite('deleteProjectDocument', stale(companyId), onDone);
  const { error, isPending } = 'issueId' in of ? issue : project;
  return {
    error,
    isPending,
    mutate: (fields) =>
      'issueId' in of ? issue.mutate({ ...fields, ...of }) : project.mutate({ ...fields, ...of }),
  };
}
