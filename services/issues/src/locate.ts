/** Finds the company of a path parameter, so that an absent thing is not found for any caller. */
import type { Locate } from '@muster/service-kit';
import { findCompany } from './store/companies.ts';
import { findCompanyOfFile } from './store/files/files.ts';
import { findGoal } from './store/planning/goals.ts';
import { findCompanyOfIssue } from './store/issue-rows.ts';
import { findCompanyOfLabel } from './store/planning/labels.ts';
import { findProject } from './store/planning/projects.ts';
import { findCompanyOfQuestion } from './store/questions/questions.ts';
import { findCompanyOfRoutine } from './store/routines/routines.ts';

const projectId: Locate = async (db, scope, id) => (await findProject(db, scope, id))?.companyId;
const goalId: Locate = async (db, scope, id) => (await findGoal(db, scope, id))?.companyId;

export const locate = {
  companyId: findCompany,
  issueId: findCompanyOfIssue,
  fileId: findCompanyOfFile,
  questionId: findCompanyOfQuestion,
  labelId: findCompanyOfLabel,
  routineId: findCompanyOfRoutine,
  projectId,
  goalId,
};
