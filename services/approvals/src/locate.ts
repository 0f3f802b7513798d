/** Finds the company of a path parameter; an absent or foreign thing has none. */
import type { Locate } from '@muster/service-kit';
import { findCompanyOfApproval } from './store/approvals.ts';
import { findCompany } from './store/companies.ts';

const companyId: Locate = async (db, _scope, id) => (await findCompany(db, id))?.companyId;

const approvalId: Locate = findCompanyOfApproval;

export const locate = { companyId, approvalId };
