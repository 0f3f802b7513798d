import type { Findings, InspectedFolder } from '@muster/runner-protocol';
import { describe, expect, it } from 'vitest';
import { checkOfStatus, reportOf } from '../domain/agent-check.ts';
import { checksOfFindings, type Inspected } from './check-of-findings.ts';

const folder: InspectedFolder = {
  isWritable: true,
  owner: 'agent',
  repositoryOf: 'agent',
  settings: [],
  gitPrograms: [],
};
const ready: Findings = {
  isRoot: false,
  isHomeWritable: true,
  folder,
  hasGit: true,
  instructions: 'readable',
  program: 'usable',
  version: '1.2.3',
  health: 200,
  mcp: 405,
  worktrees: [],
};
const inspected: Inspected = {
  findings: ready,
  cwd: '/srv/work',
  instructionsFile: 'AGENTS.md',
  program: 'cli',
  hasVersion: true,
  freedom: 'workspace',
  temporaryPathMax: undefined,
  workspace: 'shared',
  ended: [],
  others: 0,
};
const without = (findings: Partial<Findings>): Partial<Inspected> => ({
  findings: { ...ready, ...findings },
});
const inFolder = (found: Partial<InspectedFolder>) => without({ folder: { ...folder, ...found } });

/** Codes that are not ok, with their levels. */
const troublesOf = (changes: Partial<Inspected>): Record<string, string> =>
  Object.fromEntries(
    checksOfFindings({ ...inspected, ...changes })
      .filter(({ level }) => level !== 'ok')
      .map(({ code, level }) => [code, level]),
  );

const cases: readonly [string, Partial<Inspected>, Record<string, string>][] = [
  ['a ready agent', {}, {}],
  [
    'a long path for temporary files',
    { ...without({ temporaryPathBytes: 75 }), temporaryPathMax: 74 },
    { home: 'fail' },
  ],
  [
    'a path for temporary files that is just short enough',
    { ...without({ temporaryPathBytes: 74 }), temporaryPathMax: 74 },
    {},
  ],
  ['a closed home', without({ isHomeWritable: false }), { home: 'fail' }],
  ['no folder', without({ folder: 'cwd_missing' }), { cwd: 'fail' }],
  ['a closed folder', without({ folder: 'cwd_not_usable' }), { cwd: 'fail' }],
  ['a folder elsewhere', without({ folder: 'cwd_outside_roots' }), { roots: 'fail' }],
  [
    'a folder in which no agent works',
    without({ folder: 'cwd_outside_roots', isFolderClosed: true }),
    { cwd: 'fail' },
  ],
  ['a folder to read', inFolder({ isWritable: false, owner: 'root' }), { cwd: 'warn' }],
  [
    'a folder to read, for checkouts',
    { ...inFolder({ isWritable: false, repositoryOf: 'root' }), workspace: 'worktree' },
    {},
  ],
  ['settings of a repository', inFolder({ settings: ['.claude'] }), { repository: 'warn' }],
  ['hooks', inFolder({ gitPrograms: ['hooks'] }), { repository: 'warn' }],
  ['a repository of another', inFolder({ repositoryOf: 'other' }), { repository: 'warn' }],
  ['others in the repository', { others: 2 }, { shared_cwd: 'warn' }],
  ['others that are not known', { others: undefined }, { shared_cwd: 'unknown' }],
  [
    'no repository for checkouts',
    { ...inFolder({ repositoryOf: null }), workspace: 'worktree' },
    { worktree: 'fail' },
  ],
  ['a clone for each issue', { ...inFolder({}), cwd: null, workspace: 'worktree' }, {}],
  [
    'no git for clones',
    { ...without({ hasGit: false }), cwd: null, workspace: 'worktree' },
    { worktree: 'fail' },
  ],
  ['no git', { ...without({ hasGit: false }), workspace: 'worktree' }, { worktree: 'fail' }],
  [
    'checkouts of ended issues',
    { ...without({ worktrees: ['PX-1', 'PX-2'] }), workspace: 'worktree', ended: ['PX-2'] },
    { worktree: 'warn' },
  ],
  ['no instructions', without({ instructions: 'instructions_missing' }), { instructions: 'fail' }],
  [
    'instructions elsewhere',
    without({ instructions: 'instructions_outside_roots' }),
    { roots: 'fail' },
  ],
  ['no program', without({ program: 'program_missing' }), { program: 'fail' }],
  ['a closed program', without({ program: 'program_not_usable' }), { program: 'fail' }],
  ['another program', without({ version: null }), { version: 'warn' }],
  ['freedom under root', { ...without({ isRoot: true }), freedom: 'full' }, { freedom: 'warn' }],
  ['freedom of a user', { freedom: 'full' }, {}],
  ['no gateway', without({ health: 0 }), { gateway: 'fail' }],
  ['another server', without({ health: 302 }), { gateway: 'fail' }],
  ['a gateway without services', without({ health: 503 }), { gateway: 'warn' }],
  ['nothing to ask with', without({ health: null, mcp: null }), { gateway: 'warn' }],
  ['a gateway without MCP', without({ mcp: 404 }), {}],
  ['an MCP server that is away', without({ mcp: 503 }), { mcp: 'warn' }],
  [
    'nothing found in time',
    { findings: {} },
    {
      home: 'unknown',
      cwd: 'unknown',
      instructions: 'unknown',
      program: 'unknown',
      version: 'unknown',
      gateway: 'unknown',
    },
  ],
];

describe('the check of an agent', () => {
  it.each(cases)('of %s', (_, changes, expected) => {
    expect(troublesOf(changes)).toEqual(expected);
  });

  it('has a next step for everything that is not ok, and no program of the operator', () => {
    for (const [, changes] of cases) {
      for (const check of checksOfFindings({ ...inspected, ...changes, program: undefined })) {
        if (check.level !== 'ok') expect(check.hint).toBeTruthy();
        expect(check.message).not.toContain('cli ');
      }
    }
  });

  it('is ok unless something fails or is unknown', () => {
    const of = (changes: Partial<Inspected>) =>
      reportOf(checksOfFindings({ ...inspected, ...changes })).ok;
    expect([of({}), of({ others: 2 }), of({ others: undefined })]).toEqual([true, true, false]);
    expect(of(without({ program: 'program_missing' }))).toBe(false);
  });

  it('says whether the agent is started at all', () => {
    const levelOf = (
      status: 'idle' | 'paused' | 'pending_approval',
      company: 'active' | 'paused',
    ) => checkOfStatus({ status, companyStatus: company }).level;
    expect(levelOf('idle', 'active')).toBe('ok');
    expect(levelOf('paused', 'active')).toBe('warn');
    expect(levelOf('pending_approval', 'active')).toBe('warn');
    expect(levelOf('idle', 'paused')).toBe('warn');
  });
});
