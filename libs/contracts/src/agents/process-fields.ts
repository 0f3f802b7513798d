/** What every adapter that starts a process on a runner has in its configuration. */
import { z } from 'zod';

export const DAY_SECONDS = 86_400;
/** Default time of a run: a quarter of an hour. */
const TIMEOUT_SECONDS = 900;
const GRACE_SECONDS = 15;
const GRACE_MAX_SECONDS = 300;
/** Longest path that any operating system accepts. */
export const PATH_MAX = 4_096;

/** Shared by agents that the board knows to use one login of a model provider. */
export const quotaGroup = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'a word of letters, digits, dots, dashes and underscores')
  .optional()
  .describe(
    'Name of the quota that the agent shares with others of its company: when one of them has used ' +
      'it up, none is started until it begins again. Without it, coding agents with the same ' +
      'credential share a quota, and other agents share none.',
  );

const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** Fields of every adapter that starts a process on the scheduler's machine. */
export const processFields = {
  cwd: z
    .string()
    .min(1)
    .max(PATH_MAX)
    .nullish()
    .describe(
      'Working folder of the agent. It must exist, and lie inside one of the roots that the ' +
        'operator allows, if any are set. Without it the agent gets a folder of its own.',
    ),
  env: z
    .record(VariableName, z.string())
    .default({})
    .describe('Environment variables by name. Every value is stored as a secret.'),
  quotaGroup,
  timeoutSec: z
    .number()
    .positive()
    .max(DAY_SECONDS)
    .default(TIMEOUT_SECONDS)
    .describe('Seconds that one run may take.'),
  graceSec: z
    .number()
    .min(0)
    .max(GRACE_MAX_SECONDS)
    .default(GRACE_SECONDS)
    .describe('Seconds between asking a run to end (SIGTERM) and ending it (SIGKILL).'),
  idleSec: z
    .number()
    .positive()
    .max(DAY_SECONDS)
    .optional()
    .describe(
      'Seconds after which a run that prints nothing is ended as idle. Without it an agent may be ' +
        'silent until timeoutSec.',
    ),
};

export const LocalLimits = z.object({
  timeoutSec: processFields.timeoutSec.catch(TIMEOUT_SECONDS),
  graceSec: processFields.graceSec.catch(GRACE_SECONDS),
  idleSec: processFields.idleSec.catch(undefined),
});

/** A remote run has no grace period: there is no process to signal, its requests are refused. */
export const RemoteLimits = LocalLimits.pick({ timeoutSec: true });
