import { addIssue } from '../../fixtures/builders.ts';
import { issues } from '@muster/contracts';
import type { WriteScenario, ScenarioFixture } from './scenario.ts';

type PathOf = (fixture: ScenarioFixture) => Promise<string>;

const ofIssue: PathOf = async ({ world: { board }, companyId }) =>
  `/api/issues/${(await addIssue(board, companyId)).id}`;
const ofProject: PathOf = async ({ world: { board }, companyId }) => {
  const { id } = await board.call(issues, 'createProject', { companyId, name: 'Papers' });
  return `/api/projects/${id}`;
};
const ofCompany: PathOf = async ({ companyId }) => `/api/companies/${companyId}`;

const body = '# The plan\n\nWe begin.';
let count = 0;
/** A company has one of each key. */
const newKey = (): string => `paper-${(count += 1)}`;

const writing =
  (pathOf: PathOf): WriteScenario =>
  async (fixture) =>
    fixture.chief.caller.put(`${await pathOf(fixture)}/documents/${newKey()}`, { body });
const deleting =
  (pathOf: PathOf): WriteScenario =>
  async (fixture) => {
    const path = `${await pathOf(fixture)}/documents/${newKey()}`;
    await fixture.chief.caller.put(path, { body });
    return fixture.world.board.delete(path);
  };

const redacting =
  (pathOf: PathOf): WriteScenario =>
  async (fixture) => {
    const path = `${await pathOf(fixture)}/documents/${newKey()}`;
    await fixture.chief.caller.put(path, { body });
    return fixture.world.board.post(`${path}/redact`, { version: 1 });
  };

export const ofDocuments: Record<string, WriteScenario> = {
  writeIssueDocument: writing(ofIssue),
  redactIssueDocument: redacting(ofIssue),
  deleteIssueDocument: deleting(ofIssue),
  writeProjectDocument: writing(ofProject),
  redactProjectDocument: redacting(ofProject),
  deleteProjectDocument: deleting(ofProject),
  writeCompanyDocument: writing(ofCompany),
  redactCompanyDocument: redacting(ofCompany),
  deleteCompanyDocument: deleting(ofCompany),
};
