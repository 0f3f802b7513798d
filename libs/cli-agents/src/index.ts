/** The programs of coding agents: how each is started, and what its output means. */
export { claudeCode } from './claude-code.ts';
export { codex } from './codex.ts';
export { geminiCli } from './gemini-cli.ts';
export { opencode } from './opencode.ts';
export {
  type CliAgent,
  type CliStart,
  type Effort,
  type Freedom,
  type LineReader,
  type Texts,
} from './cli-agent.ts';
export { providerVariables } from './own-provider.ts';
export { cloudIn, credentialsIn, isMetered } from './credentials.ts';
export { decideEnding, type CliExit } from './ending.ts';
export { countsAfter, nothingCounted, usedByRun, type SessionCounts } from './session-counts.ts';
export {
  addReport,
  type Ending,
  type LineReport,
  type ModelTokens,
  type ModelUsage,
  type ReportedUsage,
  type TroubleCode,
} from './line-report.ts';
