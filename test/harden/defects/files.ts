// Files of the person: what an export writes, keeps and removes.
import type { Defect } from './defect.ts';

const EXPORT_TEST = 'test/unit/jobs/export/export.test.ts';

export const fileDefects: readonly Defect[] = [
  {
    id: 'har-over-anything',
    what: '--debug-har replaces any file',
    patches: [
      {
        file: 'src/engine/run/own-file.ts',
        find: '.startsWith(start)) return;',
        replace: '.length > 0) return;',
      },
    ],
    tests: [{ file: 'test/contract/foreign-files.test.ts', name: 'every command' }],
  },
  {
    id: 'log-by-name',
    what: 'a file is removed as a SQLite log for its name alone',
    patches: [
      {
        file: 'src/sandbox/remove.ts',
        find: 'if (isLog(startOf(`${file}${suffix}`))) rmSync(`${file}${suffix}`);',
        replace: 'if (isLog) rmSync(`${file}${suffix}`, { force: true });',
      },
      {
        file: 'src/sandbox/remove.ts',
        find: 'if (start !== undefined && !isLog(start)) throw',
        replace: 'if (start === suffix && !isLog(start)) throw',
      },
    ],
    tests: [{ file: 'test/contract/foreign-files.test.ts', name: 'every command' }],
  },
  {
    id: 'path-leads-out',
    what: 'a name may be `..`',
    patches: [
      {
        file: 'src/files/safe-path.ts',
        find: '...parts.map((part) => safeName(part))',
        replace: '...parts',
      },
      {
        file: 'src/files/safe-path.ts',
        find: "if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {",
        replace: 'if (isAbsolute(inside) && inside === sep) {',
      },
    ],
    tests: [{ file: 'test/unit/files/safe-path.test.ts' }],
  },
  {
    id: 'windows-device-name',
    what: 'a file may be called CON',
    patches: [
      {
        file: 'src/files/safe-path.ts',
        find: 'const own = DEVICE.test(visible) || SPECIAL.test(visible)',
        replace: 'const own = DEVICE.test(`_${visible}`) || SPECIAL.test(visible)',
      },
    ],
    tests: [{ file: 'test/unit/files/safe-path.test.ts' }],
  },
  {
    id: 'case-collision',
    what: 'README and readme are written to one file',
    patches: [
      {
        file: 'src/files/safe-path.ts',
        find: "normalized(normalized(name, 'NFC').toLowerCase().toUpperCase(), 'NFC');",
        replace: "name.normalize('NFC');",
      },
    ],
    tests: [
      { file: 'test/unit/files/safe-path.test.ts' },
      { file: 'test/unit/jobs/export/page-paths.test.ts' },
    ],
  },
  {
    id: 'edited-file-overwritten',
    what: 'an export writes over what a person changed',
    patches: [
      {
        file: 'src/jobs/export/delivery.ts',
        find: 'const isTheirs = there && !isOurs(there);',
        replace: "const isTheirs = there && there.sha256 === '';",
      },
    ],
    tests: [{ file: EXPORT_TEST }],
  },
  {
    id: 'edited-file-deleted',
    what: 'an export removes an obsolete file that a person changed',
    patches: [
      {
        file: 'src/jobs/export/export.ts',
        find: 'if (!overwrite && !isOurs(there)) {',
        replace: "if (!overwrite && !isOurs(there) && path === '') {",
      },
    ],
    tests: [{ file: EXPORT_TEST }],
  },
  {
    id: 'foreign-file-deleted',
    what: 'an export empties the folders of spaces before it writes',
    patches: [
      {
        file: 'src/jobs/export/export.ts',
        find: '  const results = await exportSpaces(job, known, spaces, names);',
        replace: `  for (const name of await folder.names()) await folder.remove(name).catch(() => {});
  const results = await exportSpaces(job, known, spaces, names);`,
      },
    ],
    tests: [{ file: EXPORT_TEST }],
  },
  {
    id: 'manifest-first',
    what: 'the manifest is there before the files it lists',
    patches: [
      {
        file: 'src/jobs/export/export.ts',
        find: '  const results = await exportSpaces(job, known, spaces, names);',
        replace: `  const early: Manifest = {
    version: 1,
    host: client.origin,
    scope: { kind: target.kind, id: target.id },
    options,
    spaces: known.manifest?.spaces ?? [],
    files: known.manifest?.files ?? [],
  };
  await writeManifest(folder, early);
  const results = await exportSpaces(job, known, spaces, names);`,
      },
    ],
    tests: [{ file: EXPORT_TEST }],
  },
  {
    id: 'link-followed',
    what: 'an export writes through a link that somebody planted',
    patches: [
      {
        file: 'src/jobs/export/folder.ts',
        find: "if (found && !found.isFile()) throw refused(file, found.isSymbolicLink() ? 'is a link' : 'is a folder');",
        replace: "if (found?.isDirectory()) throw refused(file, 'is a folder');",
      },
    ],
    tests: [{ file: 'test/unit/jobs/export/folder.test.ts' }],
  },
  {
    id: 'download-half-written',
    what: 'a download has its name before it is complete',
    patches: [
      {
        file: 'src/files/safe-write.ts',
        find: "const part = join(dirname(path), `.${basename(path).slice(0, 40)}.${randomBytes(6).toString('hex')}.part`);",
        replace: "const part = path.concat(basename('') && dirname(randomBytes(1).toString('hex')));",
      },
    ],
    tests: [{ file: 'test/unit/files/safe-write.test.ts' }],
  },
  {
    id: 'download-replaces-files',
    what: 'a download replaces files that it did not write',
    patches: [
      {
        file: 'src/jobs/download/file-download.ts',
        find: "replace: overwrite || 'same',",
        replace: 'replace: true,',
      },
    ],
    tests: [{ file: 'test/acceptance/run.test.ts', name: 'files/download.txt', fromTable: true }],
  },
  {
    id: 'hidden-name',
    what: 'a platform can name a file .npmrc',
    patches: [
      { file: 'src/files/safe-path.ts', find: 'const SPECIAL = /^[.-]/;', replace: 'const SPECIAL = /^-/;' },
    ],
    tests: [{ file: 'test/unit/files/safe-path.test.ts' }],
  },
];
