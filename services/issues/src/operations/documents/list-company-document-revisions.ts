import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listDocumentVersions } from '../../documents/read-documents.ts';

export const listCompanyDocumentRevisions: Handler<
  typeof issues,
  'listCompanyDocumentRevisions'
> = ({ companyId, ...asked }, context) => listDocumentVersions({ companyId }, asked, context);
