/** Documents of an issue, a project or a company: what is read and written. */
import { queryOptions, type UseMutationResult } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Input, Output } from '../api/operations.ts';
import { useWrite, type Given, type Over } from './write.ts';

export type DocumentOwner =
  | { readonly issueId: string }
  | { readonly projectId: string }
  | { readonly companyId: string };
export type DocumentText = Output<'getIssueDocument'>;
type Documents = Output<'listIssueDocuments'>;

/** There are never more of one issue or project, and of one document half as many versions. */
const LISTED_MAX = 100;

const idOf = (of: DocumentOwner): string => {
  if ('issueId' in of) return of.issueId;
  return 'projectId' in of ? of.projectId : of.companyId;
};

export const documentsQuery = (companyId: string, of: DocumentOwner) =>
  queryOptions({
    queryKey: ['documents', companyId, idOf(of)],
    queryFn: ({ signal }): Promise<Documents> => {
      const limit = LISTED_MAX;
      if ('issueId' in of) return call('listIssueDocuments', { ...of, limit }, { signal });
      return 'projectId' in of
        ? call('listProjectDocuments', { ...of, limit }, { signal })
        : call('listCompanyDocuments', { ...of, limit }, { signal });
    },
  });

export const readDocument = (
  of: DocumentOwner,
  document: string,
  more: { readonly version?: number; readonly signal?: AbortSignal } = {},
): Promise<DocumentText> => {
  const { version, signal } = more;
  const asked = { document, ...(version === undefined ? {} : { version }) };
  if ('issueId' in of) return call('getIssueDocument', { ...of, ...asked }, { signal });
  return 'projectId' in of
    ? call('getProjectDocument', { ...of, ...asked }, { signal })
    : call('getCompanyDocument', { ...of, ...asked }, { signal });
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
    queryFn: ({ signal }): Promise<Documents> => {
      const asked = { document, limit: LISTED_MAX };
      if ('issueId' in of)
        return call('listIssueDocumentRevisions', { ...of, ...asked }, { signal });
      return 'projectId' in of
        ? call('listProjectDocumentRevisions', { ...of, ...asked }, { signal })
        : call('listCompanyDocumentRevisions', { ...of, ...asked }, { signal });
    },
  });

type Saved = Pick<UseMutationResult, 'error' | 'isPending'> & {
  readonly mutate: (fields: Given<Fields>) => void;
};
type Fields = Omit<Input<'writeIssueDocument'>, 'issueId'>;

export function useWriteDocument(
  of: DocumentOwner,
  onDone: () => void,
  over?: Over<DocumentText>,
): Saved {
  const issue = useWrite('writeIssueDocument', onDone, over);
  const project = useWrite('writeProjectDocument', onDone, over);
  const company = useWrite('writeCompanyDocument', onDone, over);
  const save = 'issueId' in of ? issue : 'projectId' in of ? project : company;
  const mutate = (given: Given<Fields>): void => {
    const whole = async () => (typeof given === 'function' ? given() : given);
    if ('issueId' in of) issue.mutate(async () => ({ ...(await whole()), ...of }));
    else if ('projectId' in of) project.mutate(async () => ({ ...(await whole()), ...of }));
    else company.mutate(async () => ({ ...(await whole()), ...of }));
  };
  return { error: save.error, isPending: save.isPending, mutate };
}

export function useDeleteDocument(
  of: DocumentOwner,
  onDone: () => void,
): Pick<Saved, 'error' | 'isPending'> & {
  readonly mutate: (fields: { readonly document: string; readonly ifVersion: number }) => void;
} {
  const issue = useWrite('deleteIssueDocument', onDone);
  const project = useWrite('deleteProjectDocument', onDone);
  const company = useWrite('deleteCompanyDocument', onDone);
  const { error, isPending } = 'issueId' in of ? issue : 'projectId' in of ? project : company;
  return {
    error,
    isPending,
    mutate(fields) {
      if ('issueId' in of) issue.mutate({ ...fields, ...of });
      else if ('projectId' in of) project.mutate({ ...fields, ...of });
      else company.mutate({ ...fields, ...of });
    },
  };
}
