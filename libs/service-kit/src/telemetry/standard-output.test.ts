import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** `/dev/full` answers every write as a full disk does. */
const FULL_DISK = 'exec "$0" --input-type=module -e "$1" >/dev/full';

it('keeps a process alive, bounded and able to end while its log cannot be written', async () => {
  const output = new URL('./standard-output.ts', import.meta.url).href;
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
  const output = new URL('./standard-output.ts', import.meta.url).href;
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
