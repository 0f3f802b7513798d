import { firstAllowed, listedPath, prefixed } from '../second-try.ts';
import type { MistakeRow, Setting } from './mistake-row.ts';

/** Paths that do not exist, and methods that a path does not have. */
export const routeMistakes = ({ issues, agents }: Setting): MistakeRow[] => {
  const { open: issue } = issues;
  const { ann, bob } = agents;
  const absent = (
    mistake: string,
    line: string,
    secondTry: MistakeRow['secondTry'],
    body?: MistakeRow['body'],
  ): MistakeRow => ({
    mistake,
    by: 'ann',
    line,
    ...(body && { body }),
    answers: [404, 'route_not_found'],
    leads: ['begin with /api', 'GET /llms/paths.txt', 'GET /api/openapi.json'],
    ...(secondTry && { secondTry }),
  });
  const wrongMethod = (
    mistake: string,
    line: string,
    leads: string,
    body?: MistakeRow['body'],
  ): MistakeRow => ({
    mistake,
    by: 'board',
    line,
    ...(body && { body }),
    answers: [405, 'method_not_allowed'],
    leads: [leads],
    secondTry: firstAllowed,
  });
  return [
    absent('no prefix', 'GET /agents/me', prefixed),
    absent('a version in the path', 'GET /api/v1/agents/me', listedPath),
    absent('another word for a path', `POST /api/issues/${issue}/claim`, listedPath, {
      agentId: ann,
      expectedStatuses: ['todo', 'in_progress'],
    }),
    wrongMethod('a deletion', `DELETE /api/issues/${issue}`, 'PATCH /api/issues/:issueId'),
    wrongMethod('PUT for PATCH', `PUT /api/issues/${issue}`, 'PATCH /api/issues/:issueId', {
      priority: 'low',
    }),
    wrongMethod('PUT on an agent', `PUT /api/agents/${bob}`, 'PATCH /api/agents/:agentId', {
      title: 'Writer',
    }),
  ];
};
