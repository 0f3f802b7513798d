import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listDocuments } from '../../documents/read-documents.ts';

export const listCompanyDocuments: Handler<typeof issues, 'listCompanyDocuments'> = (
  { companyId, ...asked },
  context,
) => listDocuments({ companyId }, asked, context);
