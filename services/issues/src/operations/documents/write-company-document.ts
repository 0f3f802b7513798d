import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { writeDocument } from '../../documents/write-documents.ts';

export const writeCompanyDocument: Handler<typeof issues, 'writeCompanyDocument'> = (
  { companyId, ...asked },
  context,
) => writeDocument({ companyId }, asked, context);
