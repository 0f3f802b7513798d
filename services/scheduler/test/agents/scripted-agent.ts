// An agent of the adapters' conformance suite. Its part comes as its argument or on standard
// input. Started as Codex is, it reports as Codex does, too.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
  process.stdout.write('ready')`;

function reports(): void {
  process.stdout.write(`variables: ${JSON.stringify(process.env)}\n`);
  // A NUL and a byte that is no UTF-8.
  process.stdout.write(Buffer.concat([Buffer.from('odd: '), Buffer.from([0, 0xff])]));
  process.stdout.write(' ä\n');
  const usage = { inputTokens: 7, outputTokens: 3, costUsd: 0.02, provider: 'p', model: 'm' };
  const nonce = process.env['SERVICE_RUN_NONCE'];
  process.stdout.write(`${JSON.stringify({ nonce, usage })}\n`);
  if (!isCodex) return;
  const turn = { type: 'turn.completed', usage: { input_tokens: 7, output_tokens: 3 } };
  process.stdout.write(`${JSON.stringify(turn)}\n`);
}

function stays(): void {
  process.on('SIGTERM', () => undefined);
  const child = spawn(process.execPath, ['-e', stubborn], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => process.stdout.write(`stays ${process.pid} ${child.pid}\n`));
  setInterval(() => undefined, 1_000);
}

const isCodex = process.argv[2] === 'exec';
const part = isCodex ? undefined : process.argv[2];
if ((part ?? readFileSync(0, 'utf8')) === 'reports') reports();
else stays();
