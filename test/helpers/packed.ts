// The package as npm publishes it, made from what is built, beside the project: nothing in it is touched.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shrinkwrapText } from '../../src/build/shrinkwrap.ts';

export interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

/** Puts the tarball into `folder`; the scripts of packing are not run. */
export function pack(folder: string): Packed {
  const stage = join(folder, 'stage');
  mkdirSync(stage);
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  for (const name of ['package.json', ...files])
    if (existsSync(name)) cpSync(name, join(stage, name), { recursive: true });
  writeFileSync(join(stage, 'npm-shrinkwrap.json'), shrinkwrapText());
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(printed) as Packed[];
  if (!packed) throw new Error('npm pack packed nothing');
  return packed;
}
