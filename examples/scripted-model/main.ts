/** `node main.ts [script.json] [port]`: a scripted model until Ctrl-C; prints a line for each request. */
import { readFileSync } from 'node:fs';
import { openScriptedModel, type Script } from './scripted-model.ts';

const [file, port = '0'] = process.argv.slice(2);
const model = await openScriptedModel({
  port: Number(port),
  onAsked: (path, body) => console.log(`${path}: ${Buffer.byteLength(body)} bytes`),
});
if (file !== undefined) model.play(JSON.parse(readFileSync(file, 'utf8')) as Script);
console.log(`The model listens at ${model.url}`);
