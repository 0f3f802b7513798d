/** What belongs to an issue and is composed: its approvals and its files. */
import { approvalLinks } from './approval-links.ts';
import { composedFiles } from './files.ts';

export const composedOfIssues = { ...approvalLinks, ...composedFiles } as const;
