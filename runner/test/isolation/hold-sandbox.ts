/** `<kind> <folder>`: runs a program in a sandbox, and prints all of its processes as a line of JSON. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { leaderOf } from '../../src/isolation/leader.ts';
import { processesWhere } from '../../src/isolation/processes.ts';
import { openKind, ownUids, type Kind } from './kinds.ts';
import { shellIn } from './start-in.ts';

const [kind, folder] = process.argv.slice(2) as [Kind, string];
const runsDir = join(folder, 'runs');
mkdirSync(runsDir);
const isolation = await openKind[kind]({ runsDir, hide: [], uids: ownUids(), loopbackPorts: [] });
const place = await isolation.prepare({ companyId: randomUUID(), agentId: randomUUID() });
const program = 'trap "" TERM HUP; readlink /proc/self/ns/mnt; exec sleep 600';
const started = shellIn(isolation, place, program);
const name = (await started.first).trim();
const inside = processesWhere((pid) => readlinkSync(`/proc/${pid}/ns/mnt`) === name);
process.stdout.write(`${JSON.stringify([started.leader, ...inside.map(leaderOf)])}\n`);
