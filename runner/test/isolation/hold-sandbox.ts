/** Keeps a sandbox with a program in it, and prints its processes as a line of JSON. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { emptySandbox } from '../../src/isolation/bubblewrap.ts';
import { openKeptSandbox } from '../../src/isolation/kept-sandbox.ts';
import { leaderOf } from '../../src/isolation/leader.ts';
import { processesWhere } from '../../src/isolation/processes.ts';

const { enter } = await openKeptSandbox(emptySandbox);
const script = 'trap "" TERM HUP; name=$(readlink /proc/self/ns/mnt); echo $name; exec sleep 600';
const program = ['/bin/sh', '-c', script];
const { stdout, pid = 0 } = spawn('nsenter', [...enter, ...program], {
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (!stdout) throw new Error(`process ${pid} has no output`);
const [line] = await once(stdout, 'data');
const name = String(line).trim();
const inside = processesWhere((each) => readlinkSync(`/proc/${each}/ns/mnt`) === name);
process.stdout.write(`${JSON.stringify(inside.map(leaderOf))}\n`);
setInterval(() => undefined, 60_000);
