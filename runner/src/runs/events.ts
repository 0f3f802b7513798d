/** What is told about the runs of a runner, to be counted and logged. */
import type { AfterHello } from '@muster/runner-protocol';
import type { Run } from './run.ts';

/** What becomes of a launch. */
export type LaunchOutcome = 'launched' | 'not_started' | 'repeated' | 'full' | 'draining';

/** What becomes of a question about an agent. */
export type InspectionOutcome = 'done' | 'busy' | 'runner_busy';

export interface RunnerEvents {
  readonly inspection: (outcome: InspectionOutcome) => void;
  readonly launch: (outcome: LaunchOutcome) => void;
  readonly adoption: (outcome: 'adopted' | 'unknown') => void;
  readonly output: (bytes: number) => void;
  /** Its lease was over before its program. */
  readonly expired: (run: Run) => void;
  /** A connection spoke of a run that it does not have. */
  readonly refused: (kind: AfterHello['kind']) => void;
}
