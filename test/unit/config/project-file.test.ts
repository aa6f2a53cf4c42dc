import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { findProjectFile } from '../../../src/config/project-file.ts';
import { configHome, thrownBy } from '../../helpers/config-home.ts';

describe('findProjectFile', () => {
  it('does not wait at a pipe', ({ expect }) => {
    const { home } = configHome();
    execFileSync('mkfifo', [join(home, '.docsrc.json')]);
    expect(thrownBy(() => findProjectFile(home))).toMatchObject({ code: 'CONFIG_CORRUPT' });
  });

  it('takes no file of another user: passed over in a folder open to all, refused elsewhere', ({
    expect,
    skip,
  }) => {
    skip(process.geteuid?.() !== 0, 'only root can give a file away');
    const { home } = configHome();
    const deep = join(home, 'a');
    mkdirSync(deep);
    writeFileSync(join(home, '.docsrc.json'), '{"space": "x"}');
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
