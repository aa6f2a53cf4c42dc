import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { findProjectFile, writeProjectFile } from '../../../src/config/project-file.ts';
import { configHome, rejectionOf, thrownBy } from '../../helpers/config-home.ts';

function tree() {
  const { home } = configHome();
  const deep = join(home, 'a', 'b', 'c');
  mkdirSync(deep, { recursive: true });
  return {
    home,
    deep,
    put: (folder: string, file: unknown) => writeFileSync(join(folder, '.docsrc.json'), JSON.stringify(file)),
  };
}

describe('findProjectFile', () => {
  it('takes the nearest one up the tree, alone', ({ expect }) => {
    const { home, deep, put } = tree();
    expect(findProjectFile(deep)).toBeUndefined();
    put(home, { organization: 'far', site: 'far' });
    put(join(home, 'a'), { organization: 'near', space: 's', profile: 'p', later: { x: 1 } });
    expect(findProjectFile(deep)).toEqual({
      path: join(home, 'a', '.docsrc.json'),
      values: { organization: 'near', space: 's', profile: 'p' },
    });
  });

  it.for(['token', 'Token', 'baseUrl', 'base_url', 'BASE-URL', 'url', 'apiKey'])(
    'refuses the key %s',
    (key, { expect }) => {
      const { deep, put } = tree();
      put(deep, { organization: 'o', [key]: 'canary1f4c' });
      const error = thrownBy(() => findProjectFile(deep));
      expect(error).toMatchObject({ code: 'PROJECT_FILE', exit: 1, details: { key } });
      expect(JSON.stringify(error)).not.toContain('canary');
      expect(String(error)).not.toContain('canary');
    },
  );

  it.for([{ space: 1 }, { space: '' }, { space: 'a\u001b[31m' }, { space: 'x'.repeat(501) }, []])(
    'refuses %j',
    (file, { expect }) => {
      const { deep, put } = tree();
      put(deep, file);
      expect(thrownBy(() => findProjectFile(deep))).toMatchObject({ code: 'CONFIG_CORRUPT' });
    },
  );

  it('tells where one is broken, and does not wait at a pipe', ({ expect }) => {
    const { home, deep } = tree();
    writeFileSync(join(deep, '.docsrc.json'), '{"space": }');
    expect(thrownBy(() => findProjectFile(deep))).toMatchObject({
      message: `"${join(deep, '.docsrc.json')}" is not valid JSON at byte 10`,
    });
    const pipes = join(home, 'pipes');
    mkdirSync(pipes);
    execFileSync('mkfifo', [join(pipes, '.docsrc.json')]);
    expect(thrownBy(() => findProjectFile(pipes))).toMatchObject({ code: 'CONFIG_CORRUPT' });
  });

  it('takes no file of another user: passed over in a folder open to all, refused elsewhere', ({
    expect,
    skip,
  }) => {
    skip(process.geteuid?.() !== 0, 'only root can give a file away');
    const { home, deep, put } = tree();
    put(home, { space: 'x' });
    chownSync(join(home, '.docsrc.json'), 65_534, 65_534);
    expect(thrownBy(() => findProjectFile(deep))).toMatchObject({ code: 'PROJECT_FILE' });
    chmodSync(home, 0o1777);
    expect(findProjectFile(deep)).toBeUndefined();
  });

  it('ends for a folder that is not there or very deep', ({ expect }) => {
    expect(findProjectFile('/nonexistent/x')).toBeUndefined();
    expect(findProjectFile(`/${'d/'.repeat(5000)}`)).toBeUndefined();
  });
});

describe('writeProjectFile', () => {
  it('sets, keeps and clears names in the file of the folder', async ({ expect }) => {
    const { home, deep, put } = tree();
    put(home, { site: 'far' });
    expect(await writeProjectFile(deep, { space: 's', organization: 'o' })).toBe(join(deep, '.docsrc.json'));
    put(deep, { space: 's', organization: 'o', later: 1 });
    await writeProjectFile(deep, { organization: null, profile: 'p', site: undefined });
    const path = join(deep, '.docsrc.json');
    expect(readFileSync(path, 'utf8')).toBe('{\n  "space": "s",\n  "later": 1,\n  "profile": "p"\n}\n');
    expect(findProjectFile(deep)?.values).toEqual({ space: 's', profile: 'p' });
    expect([statSync(path).mode & 0o600, statSync(deep).mode & 0o700]).toEqual([0o600, 0o700]);
  });

  it('writes nothing that it would refuse to read', async ({ expect }) => {
    const { deep, put } = tree();
    put(deep, { token: 'x' });
    expect(await rejectionOf(writeProjectFile(deep, { space: 's' }))).toMatchObject({ code: 'PROJECT_FILE' });
    put(deep, {});
    expect(await rejectionOf(writeProjectFile(deep, { space: '' }))).toMatchObject({
      code: 'CONFIG_CORRUPT',
    });
    expect(readFileSync(join(deep, '.docsrc.json'), 'utf8')).toBe('{}');
  });
});
