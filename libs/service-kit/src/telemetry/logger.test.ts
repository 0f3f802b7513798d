import { execFileSync } from 'node:child_process';
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
