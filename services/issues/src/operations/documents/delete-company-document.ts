import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { deleteDocument } from '../../documents/write-documents.ts';

export const deleteCompanyDocument: Handler<typeof issues, 'deleteCompanyDocument'> = (
  { companyId, ...asked },
  context,
) => deleteDocument({ companyId }, asked, context);
