import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { redactVersion } from '../../documents/redact-version.ts';

export const redactIssueDocument: Handler<typeof issues, 'redactIssueDocument'> = (
  { issueId, ...asked },
  context,
) => redactVersion({ issueId }, asked, context);
