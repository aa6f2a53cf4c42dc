import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Files of ours and packages that load with the given ones, without any `import()`. */
async function loadedWith(entries: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: entries,
    bundle: true,
    packages: 'external',
    format: 'esm',
    write: false,
    metafile: true,
    outdir: 'unused',
    logLevel: 'error',
  });
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      if (external) seen.add(path);
      else visit(path);
    }
  };
  for (const entry of entries) visit(entry);
  return [...seen];
}

it('reading a space loads its handler and its stores, no engine and no checker', async () => {
  const loaded = await loadedWith(['src/sandbox/app.ts', 'src/sandbox/resources/content/spaces.ts']);
  const ours = loaded.filter((file) => file.startsWith('src/'));
  expect(ours.filter((file) => file.startsWith('src/sandbox/content/'))).toEqual([]);
  expect(ours.filter((file) => file.startsWith('src/sandbox/demo/'))).toEqual([]);
  expect(ours).not.toContain('src/api/index.ts');
  expect(ours).not.toContain('src/api/check.ts');
  expect(ours).not.toContain('src/sandbox/db/schema.ts');
  const packages = loaded.filter((file) => !file.startsWith('src/') && !file.startsWith('node:')).sort();
  expect(packages).toEqual(['@noble/hashes/sha2.js', '@noble/hashes/utils.js', '@photostructure/sqlite']);
});

it('the door itself loads nothing', async () => {
  expect(await loadedWith(['src/sandbox/door.ts'])).toEqual(['src/sandbox/door.ts']);
});
