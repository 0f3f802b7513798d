import { describe, expect, it } from 'vitest';
import {
  faultsOfSwitches,
  installedAdapters,
  isSwitchedOn,
  readSwitches,
} from './adapter-switches.ts';

const [acme, other] = [
  '0190f3a2-0000-7000-8000-00000000000a',
  '0190f3a2-0000-7000-8000-00000000000b',
] as const;

describe('the adapters that are on', () => {
  it('are on for all companies or for those that are named, and off otherwise', () => {
    const switches = readSwitches(` alpha_local , process = ${acme.toUpperCase()} | ${acme}`);
    expect(isSwitchedOn(switches, 'alpha_local', other)).toBe(true);
    expect(isSwitchedOn(switches, 'process', acme)).toBe(true);
    expect(isSwitchedOn(switches, 'process', other)).toBe(false);
    expect(isSwitchedOn(switches, 'beta_local', acme)).toBe(false);
    expect(isSwitchedOn(readSwitches(''), 'process', acme)).toBe(false);
  });

  it.each([
    [
      'proces',
      'proces is none of process, alpha_local, beta_local, claude_code, codex, opencode, gemini_cli',
    ],
    [
      'http',
      'http is none of process, alpha_local, beta_local, claude_code, codex, opencode, gemini_cli',
    ],
    ['process,process', 'process is named twice'],
    ['process=', 'process= needs ids of companies, separated by |'],
    [`process=${acme}|`, 'process= needs ids of companies, separated by |'],
    ['process=Acme', 'process= needs ids of companies, separated by |'],
    [`process=${acme}=${other}`, 'process= needs ids of companies, separated by |'],
  ])('are not given as %s', (text, fault) => {
    expect(faultsOfSwitches(text)).toEqual([fault]);
  });

  it('are given with every fault named at once', () => {
    expect(faultsOfSwitches('a,process=b')).toHaveLength(2);
    expect(faultsOfSwitches(`process=${acme}|${other},beta_local`)).toEqual([]);
  });
});

describe('the installed adapters', () => {
  const switches = readSwitches(`alpha_local,beta_local,process=${acme}|${other}`);
  const none = { alpha_local: false, beta_local: false, claude_code: false, codex: false };
  const hasProgram = {
    ...none,
    opencode: false,
    gemini_cli: false,
    alpha_local: true,
    process: true,
  };
  const anywhere = [
    { type: 'http', companies: null },
    { type: 'remote', companies: null },
  ];

  it('are on, have a program, and name the companies of the caller only', () => {
    expect(installedAdapters(switches, hasProgram, 'all')).toEqual([
      { type: 'alpha_local', companies: null },
      { type: 'process', companies: [acme, other] },
      ...anywhere,
    ]);
    expect(installedAdapters(switches, hasProgram, [other])).toEqual([
      { type: 'alpha_local', companies: null },
      { type: 'process', companies: [other] },
      ...anywhere,
    ]);
    const off = { ...hasProgram, alpha_local: false };
    expect(installedAdapters(switches, off, [])).toEqual(anywhere);
  });
});
