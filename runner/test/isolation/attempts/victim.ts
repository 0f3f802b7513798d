/**
 * A program with a secret wherever a program can have one. It prints a line of JSON with its ports
 * when all is in place, and waits.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';

const { HOME: home = '', VICTIM_NAME: name = '', VICTIM_SECRET: secret = '' } = process.env;

const tell = (): Server => createServer((socket) => socket.end(secret));

async function listen(path?: string): Promise<Server> {
  const server = tell();
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  return server;
}

for (const folder of [home, join(home, 'workspace'), '/tmp', '/dev/shm']) {
  writeFileSync(join(folder, name), secret);
}
const open = join(home, 'open');
writeFileSync(open, secret);
openSync(open, 'r');
unlinkSync(open);
await listen(join(home, 'socket'));
await listen(`\0${name}`);
// add_key('user', name, secret, KEY_SPEC_USER_KEYRING)
const addKey =
  'my ($type, $name, $bytes) = ("user", @ARGV);' +
  'syscall(248, $type, $name, $bytes, length $bytes, -4) > 0 or die "add_key: $!"';
execFileSync('perl', ['-e', addKey, name, secret]);
const { port } = (await listen()).address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ port })}\n`);
