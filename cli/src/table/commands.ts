/** All commands of `muster`, in the order of its help. */
import { agentCommands } from './agents.ts';
import type { CommandSpec } from './command.ts';
import { companyCommands } from './company.ts';
import { decisionCommands } from './decisions.ts';
import { toolCommands } from './tools.ts';
import { workCommands } from './work.ts';

export { globalFlags } from './command.ts';
export type { Argument, CommandSpec, Flag } from './command.ts';
export { exitMeanings } from '../exit-code.ts';

export const commands: readonly CommandSpec[] = [
  ...toolCommands,
  ...companyCommands,
  ...workCommands,
  ...agentCommands,
  ...decisionCommands,
];

/** What a group of commands is about. */
export const groups: Readonly<Record<string, string>> = {
  agent: 'Agents',
  approval: 'What agents ask the board for',
  company: 'Companies',
  cost: 'What was spent',
  goal: 'Goals',
  inbox: 'What waits for you',
  issue: 'Issues',
  label: 'Labels',
  project: 'Projects',
  question: 'Questions about issues',
  routine: 'Routines',
  run: 'Runs of agents',
  secret: 'Secrets of the company',
};
