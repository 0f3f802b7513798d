/** A heartbeat in requests, for a program or a model that has a shell and nothing else. */
import { everyRunVariables, wakeVariables } from '../scheduler/run-variables.ts';
import { apiDefinition } from './skill/example.ts';
import { heartbeatLines } from './skill/heartbeat.ts';
import { forSurface } from './skill/surface.ts';

export const heartbeatTextLines = (): string[] => [
  '# A heartbeat in requests',
  '',
  'One wake-up is one run: read what woke you, claim the issue, do the work, say what you did, end.',
  'A run has these variables:',
  '',
  ...Object.entries(everyRunVariables).map(([name, meaning]) => `- ${name}: ${meaning}`),
  ...Object.entries(wakeVariables).map(([name, meaning]) => `- ${name}: ${meaning} May be absent.`),
  '',
  'Define this once in each shell. The token goes through a pipe, because others can read a command',
  'line; never write it into a command line, a file, a comment or a log.',
  '',
  ...apiDefinition,
  '',
  'After each step is what its last request is answered with, cut to what the next step needs.',
  '',
  ...forSurface(heartbeatLines('shell').join('\n'), 'shell').split('\n'),
  '## When a request is refused',
  '',
  'The answer has `code`, `error`, `hint` and `retryable`. Do what the hint says; send the same request',
  'again only if `retryable` is true, after a pause, and at most twice. 409',
  'issue_owned_by_another_agent: leave the issue and take the next one.',
  '',
  'More: /llms/skill.md says how to delegate, wait and ask the board, and when each refusal occurs.',
  'A program that fetches its work itself begins with /llms/skill/remote.md.',
];
