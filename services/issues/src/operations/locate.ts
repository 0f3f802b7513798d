/** Whose things the path parameters name, so that what is absent is absent to every caller. */
import { findCompany } from '../store/companies.ts';
import { findCompanyOfIssue } from '../store/issue-rows.ts';

export const locate = { companyId: findCompany, issueId: findCompanyOfIssue };
