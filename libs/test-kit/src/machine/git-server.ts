/** A git server by http with real repositories, as a forge has: some need a password. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CREDENTIAL = 'bob:hunter2-of-the-forge';

export interface GitServer {
  readonly url: string;
  /** `bob:<password>`, for repositories whose name begins with `private`. */
  readonly credential: string;
  /** Lines of requests. */
  readonly asked: string[];
  /** Makes the repository with a commit for each text of `file.txt`, and returns its folder. */
  repository(name: string, ...texts: readonly string[]): string;
  commit(name: string, text: string, message?: string): void;
  git(name: string, ...args: string[]): string;
  close(): void;
}

export async function openGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'muster-forge-'));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(root, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const git = (name: string, ...args: string[]): string =>
    execFileSync(
      'git',
      ['-C', join(root, name), '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args],
      { encoding: 'utf8' },
    ).trim();
  const commit = (name: string, text: string, message = text): void => {
    execFileSync('sh', ['-c', 'printf "%s\\n" "$1" >file.txt', 'sh', text], {
      cwd: join(root, name),
    });
    git(name, 'add', '.');
    git(name, 'commit', '-qm', message);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credential: CREDENTIAL,
    asked,
    repository(name, ...texts) {
      const path = join(root, name);
      execFileSync('git', ['init', '-q', '-b', 'main', path]);
      for (const text of texts) commit(name, text);
      return path;
    },
    commit,
    git,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const [, name = ''] = pathname.split('/');
  const basic = `Basic ${Buffer.from(CREDENTIAL).toString('base64')}`;
  if (name === 'moved') return void response.writeHead(302, { location: '/shop/info/refs' }).end();
  if (name.startsWith('private') && request.headers.authorization !== basic) {
    return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
  }
  if (!existsSync(join(root, name))) return void response.writeHead(404).end();
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname.replace(`/${name}`, `/${name}/.git`),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  request.pipe(backend.stdin);
  const pieces: Buffer[] = [];
  backend.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  backend.once('close', () => {
    const all = Buffer.concat(pieces);
    const end = all.indexOf('\r\n\r\n');
    for (const header of all.toString('latin1', 0, end).split('\r\n')) {
      const [key = '', value = ''] = header.split(': ');
      if (key === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(key, value);
    }
    response.end(all.subarray(end + 4));
  });
}
