// docs git check of a repository that keeps names as the disk spelled them, letters taken apart.
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { git } from '../../helpers/git-repository.ts';
import { pushedWorld } from '../../helpers/pushed-world.ts';

it('finds its pages and files again, whichever way the folder spells them', async () => {
  const world = await pushedWorld(false);
  const { ok, at } = world;
  const put = (form: 'NFC' | 'NFD') => {
    const name = (text: string) => `${form}/${text.normalize(form)}`;
    for (const folder of [form, name('größe'), `${form}/.gitbook`, `${form}/.gitbook/assets`])
      mkdirSync(at(folder));
    writeFileSync(at(`${form}/SUMMARY.md`), '* [A](größe/é.md)\n'.normalize(form));
    writeFileSync(at(name('größe/é.md')), '# A\n\nText.\n');
    writeFileSync(at(name('.gitbook/assets/bäume.png')), 'x');
  };
  try {
    put('NFD');
    put('NFC');
    const space = ['--space', 'Names'];
    await ok('spaces', 'create', '--title', 'Names', '--empty');
    git(at('NFD'), 'init', '--quiet', '-b', 'main');
    git(at('NFD'), 'add', '.');
    git(at('NFD'), 'commit', '--quiet', '-m', 'Write');
    await ok('git', 'import', ...space, '--url', at('NFD'), '--ref', 'refs/heads/main', '--yes', '--wait');
    for (const folder of ['NFD', 'NFC'])
      expect((await ok('git', 'check', folder, ...space)).stderr).toContain('nothing to synchronize');
  } finally {
    world.cli.cleanup();
  }
});
