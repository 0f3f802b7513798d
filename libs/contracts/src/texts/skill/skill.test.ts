import { describe, expect, it } from 'vitest';
import { issues } from '../../issues/contract.ts';
import { composed } from '../../composed/contract.ts';
import { selectableOf } from '../../selection.ts';
import { heartbeatText } from '../agent-texts.ts';
import { skillFiles, skillFilesFor } from './skill-files.ts';
import { stepAnswers } from './step-answers.ts';

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

describe('the skill for a reader with tools', () => {
  const files = skillFilesFor('tools');

  it('has nothing of a shell, and costs a quarter less', () => {
    const [own] = files;
    expect(own?.text).not.toMatch(/curl|```sh|api\(\)|SERVICE_API_KEY|X-Run-Id/);
    expect(own?.text).toContain('get_work {}');
    expect(bytesOf(own?.text ?? '')).toBeLessThan(bytesOf(text) * 0.75);
    for (const file of files) expect(file.text).not.toMatch(/```(?:sh|json)|undefined|\n\n\n/);
  });

  it('has every file that it names', () => {
    const named = new Set(files[0]?.text.match(/references\/\w+\.md/g));
    expect(named).toEqual(new Set(files.slice(1).map(({ path }) => path)));
  });
});

describe('the heartbeat in requests', () => {
  it('shows of each step what its request is answered with', () => {
    const { getInboxLite, checkoutIssue, addComment, updateIssue } = issues.operations;
    const { getHeartbeatContext } = composed;
    const [row] = JSON.parse(stepAnswers.inbox) as unknown[];
    expect(getInboxLite.output.element.partial().strict().parse(row)).toEqual(row);
    const context = JSON.parse(stepAnswers.context) as object;
    const { issue } = getHeartbeatContext.output.shape;
    const given = getHeartbeatContext.output.extend({ issue: issue.partial().strict() });
    expect(given.partial().strict().parse(context)).toEqual(context);
    expect(selectableOf(getHeartbeatContext)?.compact).toEqual(
      expect.arrayContaining(Object.keys(context)),
    );
    for (const [answer, op] of [
      [stepAnswers.claim, checkoutIssue],
      [stepAnswers.comment, addComment],
      [stepAnswers.change, updateIssue],
    ] as const) {
      const minimal = JSON.parse(answer) as object;
      expect(op.output.partial().strict().parse(minimal)).toEqual(minimal);
      expect(selectableOf(op)?.minimal).toEqual(expect.arrayContaining(Object.keys(minimal)));
    }
    for (const answer of Object.values(stepAnswers)) expect(heartbeatText()).toContain(answer);
  });

  it('names no tool and no file of the folder of the skill, and asks for short answers', () => {
    expect(heartbeatText()).not.toMatch(/```mcp|get_work|read_issue|references\/|`work`/);
    expect(heartbeatText()).toContain('Prefer: return=minimal');
  });
});
