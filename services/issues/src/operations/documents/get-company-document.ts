import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { readDocument } from '../../documents/read-documents.ts';

export const getCompanyDocument: Handler<typeof issues, 'getCompanyDocument'> = (
  { companyId, ...asked },
  context,
) => readDocument({ companyId }, asked, context);
