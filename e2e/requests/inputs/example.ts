/** The smallest input that an operation accepts, made from its schema: the same in every run. */
import { pathParams } from '@muster/contracts';
import fc from 'fast-check';
import type { Route } from '../routes.ts';
import { objectOf, type Generation } from './arbitrary.ts';
import { idPositions, withValueAt } from './ids.ts';
import type { Thing } from './things.ts';

const SEED = 20_261_121;

/** A slug is no id: each company of the fixtures has a skill with this one. */
export const SKILL = 'planted';
export const SKILL_FILES = [
  { path: 'SKILL.md', text: `---\nname: ${SKILL}\ndescription: How to plant.\n---\n` },
];

/** A key is no id: each company of the fixtures has documents with this one, itself and of its things. */
export const DOCUMENT = 'planted';

const ofDocuments = Object.fromEntries(
  ['Issue', 'Project', 'Company'].flatMap((owner) => [
    ...[`get${owner}Document`, `list${owner}DocumentRevisions`, `compare${owner}Document`].map(
      (name) => [name, { document: DOCUMENT }],
    ),
    [`delete${owner}Document`, { document: DOCUMENT }],
    [`redact${owner}Document`, { document: DOCUMENT, version: 1 }],
    [`write${owner}Document`, { document: `${DOCUMENT}-too`, body: '# Planted' }],
  ]),
) as Readonly<Record<string, object>>;

/** Fields that the schema does not require: for rules across fields, and for changes with an effect. */
const beyondSchema: Readonly<Record<string, object>> = {
  createApproval: { type: 'request_board_approval', payload: {} },
  createCompany: { reviewPolicy: 'anyone', reviewEvidence: 'none' },
  createIssue: { status: 'todo' },
  createWait: { after: 3_600 },
  answerQuestion: { answer: 'Planted' },
  askQuestion: { to: 'board', kind: 'text', text: 'Planted?' },
  changeIssues: { change: { priority: 'high' }, dryRun: true },
  createChildren: { children: [{ title: 'Planted' }] },
  ...ofDocuments,
  uploadIssueFile: { name: 'planted.txt' },
  redactRunLog: { from: 0, to: 1 },
  deleteSkill: { skill: SKILL },
  getSkill: { skill: SKILL },
  listSkillRevisions: { skill: SKILL },
  setSkill: { skill: SKILL, files: SKILL_FILES },
  createRoutine: {
    template: { title: 'Planted', children: [{ title: 'Planted' }] },
    clock: { kind: 'none' },
  },
  backfillRoutine: { from: '2026-05-01T12:00:00.000Z', to: '2026-05-01T11:00:00.000Z' },
  previewRoutine: { everySec: 60 },
  updateRoutine: { template: { title: 'Planted', children: [{ title: 'Planted' }] } },
  createHook: { effect: { kind: 'routine', routineId: '' } },
  updateHook: { effect: { kind: 'routine', routineId: '' } },
  createWorkspace: { cwd: '/srv/planted' },
  updateWorkspace: { name: 'Planted' },
  explainWake: { issueId: '' },
  updateAgent: { title: 'Planted' },
  updateCompany: { description: 'Planted' },
  updateGoal: { description: 'Planted' },
  recordCost: { costCents: 1 },
  updateIssue: { title: 'Planted' },
  updateProject: { description: 'Planted' },
};

export type Input = Readonly<Record<string, unknown>>;

/** An input with all ids taken from `ids`. */
export function exampleOf(route: Route, ids: Readonly<Record<Thing, string>>): Input {
  const params = pathParams(route.operation);
  const input = { ...sampleOf(route), ...beyondSchema[route.name] };
  return idPositions(route)
    .filter(({ path }) => params.includes(path[0] ?? '') || isGiven(input, path))
    .reduce(
      (whole: Input, { path, thing }) => withValueAt(whole, path, ids[thing]) as Input,
      input,
    );
}

/** Whether the input has the field, and the element of its list too, if the position is inside of one. */
function isGiven(input: Input, [field = '', star, inside]: readonly string[]): boolean {
  if (!(field in input)) return false;
  if (star !== undefined && star !== '*') return star in Object(input[field]);
  return star !== '*' || inside === undefined || inside in Object(Object(input[field])[0]);
}

const samples = new Map<string, Input>();

function sampleOf({ name, operation }: Route): Input {
  const known = samples.get(name);
  if (known !== undefined) return known;
  const generation: Generation = {
    idOf: () => fc.constant('00000000-0000-4000-8000-000000000000'),
    optionalPercent: 0,
    textUpTo: (max) => fc.constant('Planted by a stranger'.slice(0, max)),
  };
  const arbitrary = objectOf(operation.input.shape, generation);
  const [made = {}] = fc.sample(arbitrary, { seed: SEED, numRuns: 1 });
  samples.set(name, made);
  return made;
}
