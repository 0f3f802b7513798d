import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const TOKEN = 'ghp_canary0123456789abc';

/** Logs are written to standard output, so they are written by a process of their own. */
function logged(statement: string): Record<string, unknown> {
  const log = new URL('./logger.ts', import.meta.url).href;
  const script = `import { openLogger } from '${log}';
    const log = openLogger('ledger', 'info'); ${statement}; log.flush();`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return JSON.parse(out) as Record<string, unknown>;
}

describe('a log line', () => {
  it('redacts credentials by the common redactor', () => {
    expect(
      logged(`log.info({
      requestId: 'r', authorization: 'canary', deep: { headers: { any: 'x' } }, note: '${TOKEN}',
    }, 'said')`),
    ).toMatchObject({
      service: 'ledger',
      requestId: 'r',
      authorization: '***',
      deep: { headers: { any: '***' } },
      note: '***',
      msg: 'said',
    });
  });

  it('has an error with its stack and its cause, without the row that caused it', () => {
    const { err } = logged(`
      const error = new Error('not ${TOKEN}', { cause: new Error('of postgres://u:canary@h/x') });
      Object.assign(error, { code: '23514', detail: 'row (canary)' });
      log.error({ err: error }, 'failed')`);
    expect(err).toMatchObject({
      type: 'Error',
      code: '23514',
      message: 'not ***: of postgres://u:***@h/x',
    });
    expect(err).toHaveProperty('stack', expect.stringContaining('caused by'));
    expect(JSON.stringify(err)).not.toContain('canary');
  });
});

/** `/dev/full` answers every write as a full disk does. */
const FULL_DISK = 'exec "$0" --input-type=module -e "$1" >/dev/full';

it('keeps a process alive, bounded and able to end while its log cannot be written', async () => {
  const output = new URL('./logger.ts', import.meta.url).href;
  const script = `
    import { once } from 'node:events';
    import { openStandardOutput } from '${output}';
    const output = openStandardOutput(() => {});
    let dropped = 0;
    output.on('drop', () => (dropped += 1));
    const failed = new Promise((resolve) => output.on('error', resolve));
    for (let line = 0; line < 2_000; line += 1) output.write('x'.repeat(1_023) + '\\n');
    const { code } = await failed;
    process.stderr.write(code + ' ' + (dropped > 900));
    process.exit(3);`;
  const run = promisify(execFile)('/bin/sh', ['-c', FULL_DISK, process.execPath, script]);
  await expect(run).rejects.toMatchObject({ code: 3, stderr: 'ENOSPC true' });
});

it('says how many lines were lost once they are written again', async () => {
  const output = new URL('./logger.ts', import.meta.url).href;
  const script = `
    import { openStandardOutput } from '${output}';
    const output = openStandardOutput((lines) => process.stderr.write('lost ' + lines));
    const written = new Promise((resolve) => output.once('write', resolve));
    for (let line = 0; line < 2_000; line += 1) output.write('x'.repeat(1_023) + '\\n');
    await written;`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { maxBuffer: 4_194_304 },
  );
  const lines = stdout.split('\n').length - 1;
  expect(stderr).toBe(`lost ${2_000 - lines}`);
});
