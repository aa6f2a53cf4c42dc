// A folder of another tool, written for one test, and what it becomes.
import { diskSource } from '../../../../src/folder/source.ts';
import { convertFolder } from '../../../../src/jobs/convert/convert-folder.ts';
import type { Format } from '../../../../src/jobs/convert/which-tool.ts';
import { temporaryFolder } from '../../../helpers/lasting.ts';

type Files = Readonly<Record<string, string>>;

export async function converted(format: Format, files: Files) {
  const { texts, fates, lost } = await convertFolder(diskSource(temporaryFolder(files), 'old'), format);
  const lines = lost.map(({ file, line, what, why }) => `${file}:${line} ${what}: ${why}`);
  return {
    text: (path: string) => texts.get(path),
    paths: [...texts.keys()],
    copied: fates.flatMap(({ file, became, to = '' }) => (became === 'file' ? [[to, file]] : [])),
    fates: fates.map(({ file, became, to, why }) => `${file}: ${became} ${to ?? why}`),
    lost: lines,
  };
}
