/** A process in which nobody awaits a refusal, and then nobody awaits another error. */
import { Refusal } from '@muster/contracts';
import { logUnawaitedRefusals } from '../src/process/run-services.ts';

logUnawaitedRefusals({
  error: (_: unknown, message?: string) => process.stdout.write(`${message}\n`),
} as Parameters<typeof logUnawaitedRefusals>[0]);

void Promise.reject(new Refusal('issue_not_found'));
setImmediate(() => {
  process.stdout.write('still here\n');
  void Promise.reject(new Error('a bug'));
  setImmediate(() => process.stdout.write('never\n'));
});
