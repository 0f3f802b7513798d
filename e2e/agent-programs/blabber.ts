// A careless agent: it prints everything it was given, on both outputs and in several encodings, and
// writes it to a file in its folder. It runs until the folder has a file `open`.
import { existsSync, watch, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(CANARY_|SERVICE_(API_KEY|RUN_NONCE)$)/.test(name),
  ),
);
const prompt = await text(process.stdin);
writeFileSync('input.json', JSON.stringify({ pid: process.pid, environment, prompt }));

for (const value of [...Object.values(environment), prompt]) {
  process.stdout.write(`I was given ${value}, that is ${JSON.stringify({ value })}.\n`);
  process.stderr.write(`${Buffer.from(value ?? '').toString('base64')}\n${value}\n`);
}

const { promise: opened, resolve } = Promise.withResolvers<void>();
const look = (): void => {
  if (existsSync('open')) resolve();
};
const watcher = watch('.', look);
look();
await opened;
watcher.close();
process.stdout.write(`My last words: ${Object.values(environment).join(' ')} ${prompt}\n`);
