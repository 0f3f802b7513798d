/** The files of commands, each of which is loaded when its command is carried out. */
import type { Given } from './table/command.ts';

type Load = () => Promise<{ readonly run: (given: Given) => Promise<void> }>;

export const loaders: Readonly<Record<string, Load>> = {
  'answer-question': () => import('./commands/answer-question.ts'),
  api: () => import('./commands/api.ts'),
  'check-agent': () => import('./commands/check-agent.ts'),
  completion: () => import('./commands/completion.ts'),
  demo: () => import('./commands/demo.ts'),
  doctor: () => import('./commands/doctor.ts'),
  'export-company': () => import('./commands/export-company.ts'),
  events: () => import('./commands/events.ts'),
  'import-company': () => import('./commands/import-company.ts'),
  inbox: () => import('./commands/inbox.ts'),
  login: () => import('./commands/login.ts'),
  logs: () => import('./commands/logs.ts'),
  logout: () => import('./commands/logout.ts'),
  reset: () => import('./commands/reset.ts'),
  'review-issue': () => import('./commands/review-issue.ts'),
  start: () => import('./commands/start.ts'),
  use: () => import('./commands/use.ts'),
  'wait-for-run': () => import('./commands/wait-for-run.ts'),
  work: () => import('./commands/work.ts'),
  whoami: () => import('./commands/whoami.ts'),
};
