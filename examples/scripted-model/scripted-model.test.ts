import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScriptedModel, type ScriptedModel } from './scripted-model.ts';

describe('a scripted model', () => {
  let model: ScriptedModel;
  beforeAll(async () => {
    model = await openScriptedModel();
  });
  afterAll(() => model.close());

  const ask = (path: string, body = '{}', signal?: AbortSignal): Promise<Response> =>
    fetch(`${model.url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': 'a-key' },
      body,
      ...(signal && { signal }),
    });
  const wordsOf = async (path: string): Promise<string> => (await ask(path)).text();

  it.each([
    '/v1/messages',
    '/v1/responses',
    '/v1/chat/completions',
    '/v1beta/models/a:streamGenerateContent?alt=sse',
  ])('calls tools, and then says its last words again and again, at %s', async (path) => {
    model.play([{ tool: 'look', input: { deep: true } }, { text: 'Done.' }]);

    expect(await wordsOf(path)).toMatch(/look.*deep/s);
    expect(await wordsOf(path)).toContain('Done.');
    expect(await wordsOf(path)).toContain('Done.');
  });

  it('keeps what it was asked since the last play', async () => {
    model.play([{ text: 'One.' }]);
    await wordsOf('/v1/messages');
    model.play([{ text: 'Two.' }]);
    await (await ask('/v1/responses', '{"model":"a"}')).text();

    expect([model.asked(), model.paths(), [...model.keys()]]).toEqual([
      ['{"model":"a"}'],
      ['/v1/responses'],
      ['a-key'],
    ]);
  });

  it('refuses with the status, the words and the headers of its step', async () => {
    const error = { type: 'rate_limit_error', message: 'Later.' };
    model.play([{ status: 429, error, headers: { 'retry-after': '60' } }]);
    const refused = await ask('/v1/messages');

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({ error });
  });

  it('answers nothing where its step hangs, until whoever asks goes away', async () => {
    model.play([{ hangs: true }, { text: 'Back.' }]);
    const patience = new AbortController();
    const asked = ask('/v1/messages', '{"first":true}', patience.signal);
    while (model.asked().length === 0) await new Promise(setImmediate);
    patience.abort();

    await expect(asked).rejects.toThrow('aborted');
    expect(await wordsOf('/v1/messages')).toContain('Back.');
  });

  it('has no other way', async () => {
    expect([(await ask('/v1/models')).status, (await fetch(model.url)).status]).toEqual([404, 404]);
  });
});
