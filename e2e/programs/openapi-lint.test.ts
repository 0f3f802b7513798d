/** Another reader of the OpenAPI document: it finds nothing to warn of. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { installed } from './install.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');
/** Installing it, and reading two megabytes on a busy machine. */
const LINT_MS = 120_000;

const Report = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      location: z.array(z.object({ pointer: z.string().optional() })),
    }),
  ),
});

/** What answers with a redirect alone has no success of this class. */
const REDIRECT = [
  'operation-2xx-response',
  '#/paths/~1api~1auth~1callback~1oidc/get/responses',
] as const;

it(
  'the OpenAPI document is read by redocly without a warning',
  async () => {
    const program = await installed({ name: '@redocly/cli', version: '2.77.0', bin: 'redocly' });
    const argv = ['lint', DOCUMENT, '--extends=recommended', '--format=json'];
    const { stdout } = await promisify(execFile)(program, argv, {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    const { problems } = Report.parse(JSON.parse(stdout));
    const found = problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer]);
    expect(found).toEqual([REDIRECT]);
  },
  LINT_MS,
);
