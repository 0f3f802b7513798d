/** Holds a network, and prints the processes of this one that do so as a line of JSON. */
import { readFileSync } from 'node:fs';
import { leaderOf } from '../../src/isolation/leader.ts';
import { openNetwork } from '../../src/isolation/network.ts';

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

await openNetwork({ loopbackPorts: [], isAtOwnAddress: false });
const [pasta = 0] = childrenOf(process.pid);
const holders = [pasta, ...childrenOf(pasta)].map(leaderOf);
process.stdout.write(`${JSON.stringify(holders)}\n`);
setInterval(() => undefined, 60_000);
