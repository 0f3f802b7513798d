/** `<kind> <folder>`: a run that leaves all it can, and prints what the next run of the agent finds. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openKind, ownUids, type Kind } from './kinds.ts';
import { shellIn } from './start-in.ts';

/** mq_open is 240; the flags are O_CREAT | O_RDWR. */
const MAKE_QUEUE = `perl -e 'my $name = "left"; syscall(240, $name, 66, 0600, 0) >= 0 or die "mq_open: $!"'`;
/** Opens the same queue without O_CREAT. */
const FIND_QUEUE = `perl -e 'my $name = "left"; print "queue\\n" if syscall(240, $name, 2, 0, 0) >= 0'`;
const LEFTOVERS = [
  'echo left > /tmp/left; ln -s nowhere /dev/shm/.left',
  MAKE_QUEUE,
  'ipcmk -M 100; ipcmk -S 1; ipcmk -Q',
  'setsid sleep 600 >&- 2>&- &',
];
const LIST = [
  'ls -A /tmp /dev/shm',
  FIND_QUEUE,
  'for kind in shm sem msg; do tail -n +2 /proc/sysvipc/$kind; done',
  'pgrep -a sleep',
];

const [kind, folder] = process.argv.slice(2) as [Kind, string];
const runsDir = join(folder, 'runs');
mkdirSync(runsDir);
const isolation = await openKind[kind]({ runsDir, hide: [], uids: ownUids(), loopbackPorts: [] });
const agent = { companyId: randomUUID(), agentId: randomUUID() };

async function runOf(script: readonly string[]): Promise<string[]> {
  const place = await isolation.prepare(agent);
  const started = shellIn(isolation, place, script.join('\n'));
  const { stdout, stderr } = await started.ended;
  await isolation.end(place, started.leader);
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
}

const first = await runOf([...LEFTOVERS, ...LIST]);
const second = await runOf(LIST);
process.stdout.write(JSON.stringify({ first, second }));
