/** What a model says to each program: how it names the tools of Muster, and how it commits. */
import type { CliAgentType, Run } from '@muster/contracts';
import type { Step } from '../../examples/scripted-model/scripted-model.ts';

const COMMIT = 'echo 1 > made && git add -A && git commit -qm "Made by the program"';
export const LEFT_BY_THE_PROGRAM = 'Made by the program';

interface Words {
  /** A tool of Muster, by the name that the program gives it. */
  readonly muster: (tool: string, input: Readonly<Record<string, unknown>>) => Step;
  /** Makes a file in the checkout, and commits it. */
  readonly make: (checkout: string) => Step;
  /** How a run ends whose model answers nothing: what the last lines of the program say that it waits for. */
  readonly silence: Pick<Run, 'status' | 'errorCode'>;
  /** Of the first request of a run, its body: some percent above what it was when this was written. */
  readonly firstBytesMax: number;
}

const prefixed =
  (prefix: string): Words['muster'] =>
  (tool, input) => ({ tool: `${prefix}${tool}`, input });

export const busy = { status: 'failed', errorCode: 'provider_busy' } as const;

export const words: Readonly<Record<CliAgentType, Words>> = {
  claude_code: {
    muster: prefixed('mcp__muster__'),
    make: () => ({ tool: 'Bash', input: { command: COMMIT, description: 'Commit' } }),
    silence: busy,
    firstBytesMax: 39_000,
  },
  codex: {
    muster: (tool, input) => ({ tool, namespace: 'mcp__muster', input }),
    make: () => ({ tool: 'exec_command', input: { cmd: COMMIT } }),
    silence: busy,
    firstBytesMax: 39_500,
  },
  opencode: {
    muster: prefixed('muster_'),
    make: (checkout) => ({
      tool: 'bash',
      input: { command: COMMIT, description: 'Commit', workdir: checkout },
    }),
    silence: { status: 'timed_out', errorCode: 'idle' },
    firstBytesMax: 39_500,
  },
  gemini_cli: {
    muster: prefixed('mcp_muster_'),
    make: (checkout) => ({
      tool: 'run_shell_command',
      input: { command: COMMIT, dir_path: checkout },
    }),
    silence: busy,
    firstBytesMax: 59_000,
  },
};
