// A folder of another tool, written for one test, and what it becomes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskSource } from '../../../../src/folder/source.ts';
import { convertFolder } from '../../../../src/jobs/convert/convert-folder.ts';
import type { Format } from '../../../../src/jobs/convert/which-tool.ts';

type Files = Readonly<Record<string, string>>;

export async function converted(format: Format, files: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-convert-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { texts, fates, lost } = await convertFolder(diskSource(folder, 'old'), format);
    const lines = lost.map(({ file, line, what, why }) => `${file}:${line} ${what}: ${why}`);
    return {
      text: (path: string) => texts.get(path),
      paths: [...texts.keys()],
      copied: fates.flatMap(({ file, became, to = '' }) => (became === 'file' ? [[to, file]] : [])),
      fates: fates.map(({ file, became, to, why }) => `${file}: ${became} ${to ?? why}`),
      lost: lines,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
