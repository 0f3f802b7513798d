import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { compareVersions } from '../../documents/read-documents.ts';

export const compareCompanyDocument: Handler<typeof issues, 'compareCompanyDocument'> = (
  { companyId, ...asked },
  context,
) => compareVersions({ companyId }, asked, context);
