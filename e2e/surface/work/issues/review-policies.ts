/** Who takes an issue out of review, and who says so: by every request that could, and by every level. */
import {
  badInput,
  issue,
  NOTHING,
  patch,
  project,
  type Send,
  type Who,
  type WorkRow,
} from '../row.ts';

const work = (fields: object): Send =>
  issue({ status: 'in_progress', assigneeAgentId: '$ann', ...fields });
const handOver = patch({ status: 'in_review' }, 'ann');
const reviewed = (fields: object) => ({ issue: work(fields), review: handOver });
const accept = (by: Who): Send => patch({ status: 'done' }, by);
const claim = (agent: 'ann' | 'bob'): Send => [
  'POST /api/issues/$issue/checkout',
  { agentId: `$${agent}`, expectedStatuses: ['in_review'] },
  agent,
];
const notYours = [403, 'review_not_yours'] as const;
const ofBoard = [403, 'board_only'] as const;

const person = { reviewPolicy: 'person' };
const bobDecides = { reviewPolicy: 'named', reviewerAgentId: '$bob' };
const unaDecides = { reviewPolicy: 'named', reviewerUserId: '$una' };

const verdicts: readonly WorkRow[] = [
  ...(['ann', 'bob', 'max', 'cleo', 'sid'] as const).map((by): WorkRow => ({
    rule: `is not accepted by the agent ${by} where a person reviews`,
    first: reviewed(person),
    send: accept(by),
    answers: notYours,
  })),
  ...(['una', 'board'] as const).map((by): WorkRow => ({
    rule: `is accepted by a person, ${by}`,
    first: reviewed(person),
    send: accept(by),
    answers: 200,
    shows: { status: 'done' },
  })),
  {
    rule: 'is not accepted by its author, also under another assignee',
    first: {
      ...reviewed({ reviewPolicy: 'not_author' }),
      given: patch({ assigneeAgentId: '$bob' }, 'ann'),
    },
    send: accept('ann'),
    answers: notYours,
  },
  {
    rule: 'is accepted by the agent that is named',
    first: reviewed(bobDecides),
    send: accept('bob'),
    answers: 200,
  },
  {
    rule: 'is not returned by another agent than the named one',
    first: reviewed(bobDecides),
    send: patch({ status: 'in_progress' }, 'max'),
    answers: notYours,
  },
  {
    rule: 'is accepted by the board user who is named',
    first: reviewed(unaDecides),
    send: accept('una'),
    answers: 200,
  },
  {
    rule: 'is taken back by its author',
    first: reviewed(person),
    send: patch({ status: 'in_progress' }, 'ann'),
    answers: 200,
    shows: { status: 'in_progress' },
  },
  {
    rule: 'is not claimed out of review by an agent to which it was given',
    first: { ...reviewed(person), given: patch({ assigneeAgentId: '$bob' }, 'ann') },
    send: claim('bob'),
    answers: notYours,
  },
  {
    rule: 'is not released out of review by a manager',
    first: reviewed(person),
    send: ['POST /api/issues/$issue/release', undefined, 'max'],
    answers: notYours,
  },
  {
    rule: 'is not created as done by an agent',
    first: { place: project(person, 'board') },
    send: issue({ status: 'done', projectId: '$place' }, 'ann'),
    answers: notYours,
  },
];

const levels: readonly WorkRow[] = [
  {
    rule: 'is reviewed by the policy of its project',
    first: { place: project(person, 'board'), ...reviewed({ projectId: '$place' }) },
    send: accept('max'),
    answers: notYours,
  },
  {
    rule: 'is reviewed by its own policy before that of its project',
    first: {
      place: project(person, 'board'),
      ...reviewed({ projectId: '$place', reviewPolicy: 'anyone' }),
    },
    send: accept('max'),
    answers: 200,
  },
  {
    rule: 'is not moved by an agent to a project with a laxer policy',
    first: { place: project(person, 'board'), issue: work({ projectId: '$place' }) },
    send: patch({ projectId: '$project' }, 'ann'),
    answers: ofBoard,
  },
  ...[{ reviewPolicy: 'anyone' }, { reviewEvidence: 'none' }, unaDecides].map((body): WorkRow => ({
    rule: `gets no ${JSON.stringify(body).slice(0, 40)} from an agent`,
    first: { issue: work({}) },
    send: patch(body, 'ann'),
    answers: ofBoard,
  })),
  {
    rule: 'has no project whose policy an agent has set',
    send: project(person, 'ann'),
    answers: ofBoard,
  },
  {
    rule: 'is shown with its policy',
    first: { issue: work(bobDecides) },
    send: ['GET /api/issues/$issue', undefined, 'ann'],
    answers: 200,
    shows: { review: { policy: 'named', namedAgentId: '$bob', rounds: 0, mayDecide: false } },
  },
];

const named: readonly WorkRow[] = [
  ...[
    [{ reviewPolicy: 'nobody' }, 'reviewPolicy'],
    [{ reviewEvidence: 'picture' }, 'reviewEvidence'],
    [{ reviewPolicy: 'named' }, 'reviewerAgentId'],
    [{ ...person, reviewerUserId: '$una' }, 'reviewerUserId'],
    [{ ...bobDecides, reviewerUserId: '$una' }, 'reviewerUserId'],
  ].map(([body, at]): WorkRow => ({
    rule: `is never created with ${JSON.stringify(body).slice(0, 70)}`,
    send: issue(body as object),
    answers: badInput,
    at: at as string,
  })),
  {
    rule: 'names no agent of another company',
    send: issue({ reviewPolicy: 'named', reviewerAgentId: '$zoe' }),
    answers: [404, 'agent_not_found'],
    at: 'reviewerAgentId',
  },
  {
    rule: 'names nobody who is no member',
    send: issue({ reviewPolicy: 'named', reviewerUserId: NOTHING }),
    answers: [404, 'user_not_found'],
    at: 'reviewerUserId',
  },
];

/** Of projects, on creation as on a change. */
const change = (body: object, by: Who = 'board'): Send => [
  'PATCH /api/projects/$project',
  body,
  by,
];
const ofProjects: readonly WorkRow[] = [
  ...[bobDecides, unaDecides, { reviewEvidence: 'link' }].flatMap((body): WorkRow[] => [
    {
      rule: `is in a project created with ${JSON.stringify(body).slice(0, 60)}`,
      send: project(body, 'board'),
      answers: 201,
      shows: body,
    },
    {
      rule: `is in a project changed to ${JSON.stringify(body).slice(0, 60)}`,
      first: { project: project() },
      send: change(body),
      answers: 200,
      shows: body,
    },
  ]),
  ...(
    [
      [{ reviewerAgentId: '$zoe' }, [404, 'agent_not_found'], 'reviewerAgentId'],
      [{ reviewerAgentId: '$tom' }, [422, 'agent_not_assignable'], 'reviewerAgentId'],
      [{ reviewerUserId: NOTHING }, [404, 'user_not_found'], 'reviewerUserId'],
    ] as const
  ).flatMap(([body, answers, at]): WorkRow[] => [
    {
      rule: `is in no project created with ${JSON.stringify(body).slice(0, 40)}`,
      send: project(body, 'board'),
      answers,
      at,
    },
    {
      rule: `is in no project changed to ${JSON.stringify(body).slice(0, 40)}`,
      first: { project: project() },
      send: change(body),
      answers,
      at,
    },
  ]),
  {
    rule: 'is in a project whose policy no agent changes',
    first: { project: project() },
    send: change(person, 'cleo'),
    answers: ofBoard,
  },
];

const evidence: readonly WorkRow[] = [
  {
    rule: 'is not created in review without the link that its policy asks for',
    send: issue({ status: 'in_review', reviewEvidence: 'link' }),
    answers: [422, 'evidence_missing'],
  },
  {
    rule: 'is not created with a policy by an agent',
    send: issue(person, 'ann'),
    answers: ofBoard,
  },
  {
    rule: 'is reviewed by the agent that the board names later',
    first: { issue: work({}) },
    send: patch({ reviewerAgentId: '$bob' }),
    answers: 200,
    shows: bobDecides,
  },
  {
    rule: 'is not handed over without the link that its policy asks for',
    first: { issue: work({ reviewEvidence: 'link' }) },
    send: patch({ status: 'in_review', comment: 'Done.' }, 'ann'),
    answers: [422, 'evidence_missing'],
  },
  {
    rule: 'is handed over with a comment that has a link',
    first: { issue: work({ reviewEvidence: 'link' }) },
    send: patch({ status: 'in_review', comment: 'Done: https://ci.example/7' }, 'ann'),
    answers: 200,
    shows: { status: 'in_review' },
  },
];

export const reviewPolicyRows: readonly WorkRow[] = [
  ...verdicts,
  ...levels,
  ...named,
  ...ofProjects,
  ...evidence,
];
