import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';

const PATH = 'local/stack/example.ts';

describe('compile', () => {
  it('makes types blank, so that each word stays where it was', () => {
    const source = 'interface A {\n  a: 1;\n}\nexport const a = (b: A): number => b.a;\n';
    const { code } = compile(PATH, source);
    expect(code.split('\n')[3]).toBe('export const a = (b   )         => b.a;');
  });

  it('names compiled files, also those of other packages of the workspace', () => {
    const source = `import { a } from './a.ts';
import { z } from 'zod';
import { freePort } from '@muster/local-servers';
const { b } = await import('../b.ts');
import type { C } from './c.ts';
`;
    const { code, imports } = compile(PATH, source);
    expect(code).toContain(`import { a } from './a.js';`);
    expect(code).toContain(`import { z } from 'zod';`);
    expect(code).toContain(`from '../../libs/local-servers/src/index.js';`);
    expect(code).toContain(`await import('../b.js')`);
    expect(imports).toEqual(['local/stack/a.ts', 'libs/local-servers/src/index.ts', 'local/b.ts']);
  });

  it('imports JSON as a module, of which no Node warns', () => {
    const { code } = compile(PATH, `import table from './table.json' with { type: 'json' };\n`);
    expect(code).toBe(`import table from './table.json.js';\n`);
  });

  it('names a program as it is compiled, and tells which files the code names', () => {
    const source = `const one = new URL(\`./steps/\${step}.ts\`, import.meta.url);
const other = new URL('../migrations/', import.meta.url);
`;
    const { code, names } = compile(PATH, source);
    expect(code).toContain('new URL(`./steps/${step}.js`, import.meta.url)');
    expect(names).toEqual(['local/stack/steps/*.ts', 'local/migrations/']);
  });

  it('refuses an import that only a run can tell', () => {
    expect(() => compile(PATH, 'await import(name);')).toThrow('only a run can tell');
  });
});
