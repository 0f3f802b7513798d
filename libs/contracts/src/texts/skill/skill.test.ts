import { describe, expect, it } from 'vitest';
import { skillFiles } from './skill-files.ts';

const SKILL_MAX = 16_000;
const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;
const [skill] = skillFiles;
const text = skill?.text ?? '';

describe('the skill', () => {
  it('fits into its bytes', () => {
    expect(skill?.path).toBe('SKILL.md');
    expect(bytesOf(text)).toBeLessThanOrEqual(SKILL_MAX);
  });

  it('has every file that it names, and names every file that it has', () => {
    const named = new Set(text.match(/references\/\w+\.md/g));
    expect(named).toEqual(new Set(skillFiles.slice(1).map(({ path }) => path)));
  });

  it('shows every example by MCP and by curl', () => {
    for (const file of skillFiles) {
      const ways = [...file.text.matchAll(/^```(mcp|sh)$/gm)].map(([, way]) => way);
      expect(ways.length % 2).toBe(0);
      expect(ways).toEqual(Array.from(ways, (_, at) => (at % 2 === 0 ? 'mcp' : 'sh')));
    }
  });

  it('names the paths of links in comments, which are pages of the board', () => {
    const links = ['/ACM/issues/ACM-13', '/ACM/agents/tess', '/ACM/approvals/{approvalId}'];
    for (const link of links) expect(text).toContain(link);
  });

  it('passes the token through a pipe only', () => {
    for (const line of skillFiles.flatMap((file) => file.text.split('\n'))) {
      if (!line.includes('$SERVICE_API_KEY')) continue;
      expect(line.trim()).toBe(`printf 'Authorization: Bearer %s' "$SERVICE_API_KEY" |`);
    }
  });
});
