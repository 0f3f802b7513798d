/**
 * `<folder>`: resolves a name in a company's network, where /etc/resolv.conf names a server on the
 * loopback; prints the address. Runs in mounts of its own, or it would change the machine.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKind, ownUids } from './kinds.ts';
import { shellIn } from './start-in.ts';

const folder = process.argv[3] ?? '';
const SERVER = '127.0.0.77';
/** A pointer to the name in the question, type A, class IN, a minute, four bytes: 203.0.113.7. */
const ANSWER = Buffer.from('c00c000100010000003c0004cb007107', 'hex');
const HEAD_BYTES = 12;
const TYPE_AND_CLASS_BYTES = 4;
const TYPE_A = 1;

/** With the question alone: a client of EDNS adds a record of its own. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, HEAD_BYTES) + 1 + TYPE_AND_CLASS_BYTES;
  const isForAddress = query.readUInt16BE(end - TYPE_AND_CLASS_BYTES) === TYPE_A;
  const counts = isForAddress ? '81800001000100000000' : '81800001000000000000';
  const parts = [query.subarray(0, 2), Buffer.from(counts, 'hex'), query.subarray(HEAD_BYTES, end)];
  return Buffer.concat(isForAddress ? [...parts, ANSWER] : parts);
}

const server = createSocket('udp4').unref();
server.on('message', (query, from) => server.send(answerTo(query), from.port, from.address));
server.bind(53, SERVER);
await once(server, 'listening');

const resolvConf = join(folder, 'resolv.conf');
writeFileSync(resolvConf, `nameserver ${SERVER}\n`);
execFileSync('mount', ['--bind', resolvConf, '/etc/resolv.conf']);
const runsDir = join(folder, 'runs');
mkdirSync(runsDir);
const isolation = await openKind['user with a sandbox and a network']({
  runsDir,
  hide: [],
  uids: ownUids(),
  loopbackPorts: [],
});
const folders = await isolation.prepare({ companyId: randomUUID(), agentId: randomUUID() });
const started = await shellIn(isolation, folders, 'getent ahostsv4 name.test');
const { stdout, stderr } = await started.ended;
await isolation.end(folders);
process.stdout.write(JSON.stringify({ address: stdout.split(' ')[0], stderr }));
