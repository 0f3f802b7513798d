/** Codex, checked against 0.169.0. */
import { readCodex } from './codex-lines.ts';
import type { CliAgent, CliStart } from './cli-agent.ts';
import { option } from './option.ts';

/** Settings as arguments: `resume` takes `-c`, but not `--sandbox`. */
const permissionsOf = ({ freedom }: CliStart): readonly string[] =>
  freedom === 'full'
    ? ['--dangerously-bypass-approvals-and-sandbox']
    : [
        ...option('-c', 'sandbox_mode="workspace-write"'),
        ...option('-c', 'sandbox_workspace_write.network_access=true'),
        ...option('-c', 'approval_policy="never"'),
      ];

export const codex: CliAgent = {
  provider: 'openai',
  home: {
    folder: '.codex',
    variable: 'CODEX_HOME',
    // Settings that an agent has written start programs: the file is put back without any.
    files: ({ instructions }) => ({ 'AGENTS.md': instructions, 'config.toml': '' }),
  },
  argv: (start) => [
    'exec',
    '--json',
    '--skip-git-repo-check',
    ...option('-m', start.model),
    ...option('-c', start.effort && `model_reasoning_effort="${start.effort}"`),
    ...permissionsOf(start),
    ...option('resume', start.session),
    '-',
  ],
  efforts: ['low', 'medium', 'high', 'xhigh'],
  environment: () => ({ TZ: 'UTC' }),
  credentials: ['CODEX_API_KEY'],
  requiresModel: true,
  refusesSessionsSilently: true,
  read: readCodex,
};
