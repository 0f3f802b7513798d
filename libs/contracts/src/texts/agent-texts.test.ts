import { describe, expect, it } from 'vitest';
import { adapterOf } from '../agents/adapters.ts';
import { adapterText, agentConfigurationText, iconsText } from './agent-texts.ts';
import { agents } from '../agents/contract.ts';
import { exampleHire } from './example-hire.ts';
import { promptVariables, runVariables } from '../scheduler/run-variables.ts';
import { AdapterType, AgentIcon, AgentRole } from '../vocabulary.ts';

const { hireAgent } = agents.operations;
const companyId = '01890a5d-ac96-774b-bcce-b302099a8056';

/** The JSON bodies in a text, as a reader would copy them. */
const bodiesIn = (text: string): unknown[] =>
  [...text.matchAll(/^\{\n[^]*?^\}$/gm)].map(([body]) => JSON.parse(body) as unknown);

describe('the text on configuration', () => {
  const text = agentConfigurationText();

  it('describes every field of a hire', () => {
    for (const field of Object.keys(hireAgent.input.shape)) {
      if (field !== 'companyId') expect(text).toContain(`- ${field} (`);
    }
    expect(text).toContain('- name (text, 1 to 200 characters; required): ');
    expect(text).toContain('- runtimeConfig.heartbeat.intervalSec (integer, 0 to 2678400; ');
    expect(text).toContain(`one of ${AgentRole.options.join(', ')}; default "general"`);
  });

  it('names every adapter, every variable of a run and every refusal', () => {
    for (const type of AdapterType.options) {
      expect(text).toContain(`/llms/agent-configuration/${type}.txt`);
    }
    for (const name of Object.keys(runVariables)) expect(text).toContain(`- ${name}: `);
    for (const code of hireAgent.refusals) expect(text).toContain(code);
  });

  it('has an example that hireAgent accepts, without unknown fields', () => {
    const [body, ...more] = bodiesIn(text);
    expect(more).toEqual([]);
    expect(hireAgent.input.strict().parse({ companyId, ...(body as object) })).toMatchObject(
      body as object,
    );
  });

  it('tells an agent that may not hire what to do instead', () => {
    expect(text).toContain('mention your manager as @Name');
  });

  it('has no undefined values and no double empty lines', () => {
    expect(text).not.toMatch(/undefined|\[object|\n\n\n/);
  });
});

describe.each(AdapterType.options)('the text on %s', (type) => {
  const text = adapterText(type);

  it('describes every key of its schema, and lists secrets and paths', () => {
    const { config, secretKeys, pathKeys } = adapterOf(type);
    for (const key of Object.keys(config.shape)) expect(text).toContain(`- ${key} (`);
    for (const key of secretKeys) expect(text).toMatch(new RegExp(`^Secret.*${key}`, 'm'));
    for (const key of pathKeys) expect(text).toMatch(new RegExp(`^Paths.*${key}`, 'm'));
    expect(text).not.toMatch(/undefined|\[object|\n\n\n/);
  });

  it('has an example that hireAgent and the adapter accept', () => {
    const [body] = bodiesIn(text) as [{ adapterConfig: object }];
    expect(body).toEqual(exampleHire(type));
    expect(hireAgent.input.strict().parse({ companyId, ...body })).toMatchObject(body);
    expect(adapterOf(type).config.safeParse(body.adapterConfig).success).toBe(true);
  });
});

describe('the text on a prompt', () => {
  it('lists every placeholder only for adapters that replace them', () => {
    for (const placeholder of Object.keys(promptVariables)) {
      expect(adapterText('alpha_local')).toContain(`- {{${placeholder}}}: `);
      expect(adapterText('process')).not.toContain(`{{${placeholder}}}`);
    }
  });
});

describe('the list of icons', () => {
  it('has one icon per line', () => {
    expect(iconsText().trimEnd().split('\n')).toEqual(AgentIcon.options.map((icon) => `- ${icon}`));
  });
});
