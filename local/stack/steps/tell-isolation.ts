/**
 * Prints what a runner says keeps its programs apart, in a line:
 * `node local/stack/steps/tell-isolation.ts HOST PORT KEYFILE`.
 */
import { dialRunner, readRunnerKey } from '@muster/runner-protocol';

const [, , host = '', port = '', keyFile = ''] = process.argv;
const dialed = await dialRunner({
  host,
  port: Number(port),
  key: readRunnerKey(keyFile),
  scheduler: 'start',
  onMessage: () => undefined,
});
dialed.close();
process.stdout.write(dialed.welcome.describe);
