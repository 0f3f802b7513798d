/**
 * A repository whose hooks, filters and settings all start a program. The runner starts none of them,
 * though it looks at the folder; what the agent's own program starts is the agent, as the program is.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeFolder,
  openScheduler,
  shellRun,
  startRunnerProcess,
  type RunnerProcess,
  type Scheduler,
} from './open-runner.ts';

const isRoot = process.getuid?.() === 0;
const HOOKS = ['pre-commit', 'post-commit', 'post-checkout', 'post-index-change', 'fsmonitor'];
/** Settings of coding agents, package managers and shells that can name a program. */
const SETTINGS: Readonly<Record<string, string>> = {
  '.claude/settings.json': JSON.stringify({
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: './mark claude' }] }] },
  }),
  '.codex/config.toml': 'notify = ["./mark", "codex"]\n',
  'opencode.json': JSON.stringify({ plugin: ['./mark.js'], mcp: { m: { command: ['./mark'] } } }),
  '.gemini/settings.json': JSON.stringify({
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: './mark gemini' }] }] },
  }),
  '.npmrc': 'script-shell=./mark\nnode-options=--require ./mark.js\n',
  '.envrc': './mark envrc\n',
  '.bashrc': './mark bashrc\n',
  '.profile': './mark profile\n',
  'mark.js': 'require("fs").appendFileSync("marks", "js " + process.getuid() + "\\n");\n',
  'AGENTS.md': 'Do your work.\n',
};

const writeSettings = Object.entries(SETTINGS)
  .map(([name, text]) => `mkdir -p "$(dirname '${name}')"; printf %s '${text}' > '${name}'`)
  .join('\n');
const PLANT = `
git init -q . && git config user.email a@example.com && git config user.name a
printf '#!/bin/sh\\necho "$1: $(id -u)" >> "$HOME/workspace/marks"; cat\\n' > mark
chmod +x mark
${HOOKS.map((hook) => `printf '#!/bin/sh\\nexec "$HOME/workspace/mark" ${hook} </dev/null\\n' > .git/hooks/${hook}; chmod +x .git/hooks/${hook}`).join('\n')}
git config core.fsmonitor "$PWD/.git/hooks/fsmonitor"
git config filter.evil.clean "$PWD/mark clean"
git config filter.evil.smudge "$PWD/mark smudge"
echo '*.txt filter=evil' > .gitattributes
ln -s "$PWD/mark" ./node; ln -s "$PWD/mark" ./sh
${writeSettings}
rm -f marks; ls -A`;

const folder = makeFolder(isRoot ? 'user' : 'none');
let runner: RunnerProcess;
let scheduler: Scheduler;
beforeAll(async () => {
  runner = await startRunnerProcess(folder, {
    PATH: `.:${process.env['PATH']}`,
  });
  scheduler = await openScheduler(folder, runner.port);
});
afterAll(async () => {
  scheduler.close();
  runner.kill('SIGTERM');
  await runner.exited;
  folder.remove();
});

it('a repository has nothing of it run but by the agent itself', async () => {
  const { message } = shellRun('');
  const { companyId, agentId } = message;
  const printedBy = async (script: string, instructionsFile: string | null = null) => {
    const launch = shellRun(script, { companyId, agentId });
    const program = { ...launch.message.program, instructionsFile };
    await scheduler.send({ ...launch.message, program });
    const { outcome } = await scheduler.of('ended', launch.key);
    expect(outcome).toMatchObject({ status: 'succeeded' });
    await scheduler.send({ kind: 'forget', ...launch.key });
    return scheduler.text(launch.key);
  };
  expect(await printedBy(PLANT)).toContain('.claude');
  expect(await printedBy('cat marks 2>/dev/null; true', 'AGENTS.md')).toBe('');
  const own = (await printedBy('id -u')).trim();
  const marks = await printedBy(
    'echo a > a.txt; git add -A 2>/dev/null; git commit -qm a 2>/dev/null; git status >/dev/null 2>&1; cat marks',
  );
  const uids = marks
    .trim()
    .split('\n')
    .map((line) => line.split(' ').at(-1));
  expect(marks).toContain('post-commit');
  expect(new Set(uids)).toEqual(new Set([own]));
  expect(own).not.toBe('0');
});
