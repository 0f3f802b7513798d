/** The installation, the feed, and what reaches everything else. */
import type { CommandSpec } from './command.ts';
import { follow, hiddenToken, idempotencyKey, limit } from './flags.ts';

export const toolCommands: readonly CommandSpec[] = [
  {
    path: 'login',
    says: 'Make a profile: an address, and a token that is kept in a file of yours alone',
    details: `A board token, or the key of an agent. ${hiddenToken} With --web there is none to copy.`,
    flags: [
      { name: 'url', value: 'url', says: 'Of the installation (http://127.0.0.1:3100)' },
      { name: 'web', says: 'Sign in on a page of the board, by a code that is typed there' },
      { name: 'local', says: 'Of the installation that `start` runs here, with its own token' },
    ],
    does: 'login',
    example: 'login --url https://muster.example.com --profile work',
  },
  {
    path: 'logout',
    says: 'Remove a profile',
    does: 'logout',
  },
  {
    path: 'whoami',
    says: 'Who you are, where, and what you may do',
    does: 'whoami',
  },
  {
    path: 'use',
    says: 'Choose a profile, and with --company its company; without either list them',
    args: [{ name: 'profile', says: 'Its name', isOptional: true }],
    does: 'use',
  },
  {
    path: 'events',
    says: 'What happens in the company',
    details: 'With -f it goes on after a cut behind the last event, so none is missed.',
    flags: [
      follow,
      { name: 'type', value: 'type', says: 'Only these, such as issue.created', isList: true },
      { name: 'after', value: 'cursor', says: 'With -f: begin behind this cursor' },
      limit,
    ],
    does: 'events',
  },
  {
    path: 'doctor',
    says: 'What is wrong, and the next step for each finding',
    details:
      'Of the installation and the company; of one agent with its name. Ends with 7 where something fails.',
    args: [{ name: 'agent', says: 'Its name, url key or id', isOptional: true }],
    does: 'doctor',
  },
  {
    path: 'api',
    says: 'Call any operation of the interface',
    details:
      'Fields are `--field value` or `field=value`; - reads standard input. Without an operation it lists them, and with --help after one, its fields.',
    args: [
      { name: 'operation', says: 'As in the API reference', isOptional: true },
      { name: 'field=value', says: 'Its fields', isOptional: true, isRest: true },
    ],
    flags: [
      { name: 'input', value: 'file', says: 'Fields as a JSON object; - reads standard input' },
      { name: 'all', says: 'Of a list all pages, instead of the first' },
      idempotencyKey,
    ],
    takesAnyFlag: true,
    does: 'api',
    example: 'api createIssue title="Write it down" --status todo',
  },
  {
    path: 'start',
    says: 'Run Muster on this machine until Ctrl-C',
    details: 'Its settings are variables of the environment, which `muster start --help` lists.',
    takesAnyFlag: true,
    does: 'start',
  },
  {
    path: 'demo',
    says: 'Play the main story against the installation on this machine',
    does: 'demo',
  },
  {
    path: 'reset',
    says: 'Delete the data of the installation on this machine',
    does: 'reset',
  },
  {
    path: 'completion',
    says: 'Print the completion of a shell',
    args: [{ name: 'shell', says: 'bash, zsh or fish' }],
    does: 'completion',
    example: 'completion bash > ~/.local/share/bash-completion/completions/muster',
  },
];
