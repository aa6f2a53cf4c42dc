// What an installation consists of: the program as npm packs it, and the packages that it needs beside it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Item } from './archive.ts';

export type Arch = 'x64' | 'arm64';

/** The files of a package that `npm pack` made, without `package/` in front. */
export function filesOf(tgz: Buffer): Item[] {
  const bytes = gunzipSync(tgz);
  const items: Item[] = [];
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const text = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12).trim(), 8);
    const [name, prefix, type] = [text(0, 100), text(345, 155), text(156, 1)];
    const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^[^/]+\//, '');
    const executable = (Number.parseInt(text(100, 8).trim(), 8) & 0o111) !== 0;
    if (type === '0' || type === '')
      items.push({ path, data: Buffer.from(bytes.subarray(at + 512, at + 512 + size)), executable });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return items;
}

/** What nobody needs who only runs it. */
const LEFT_OUT =
  /(?:^|\/)(?:src|scripts|test|tests|docs|examples?|\.github)\/|\.(?:d\.[cm]?ts|map|md|markdown|gyp)$/;

/** The packages that are installed beside the program, native code only for this machine. */
export function packagesFor(arch: Arch): Item[] {
  const lock: { packages: Record<string, { dev?: boolean; optional?: boolean }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const folders = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path.startsWith('node_modules/') && !dev,
  );
  return folders.flatMap(([folder]) => below(folder).filter(({ path }) => isNeeded(path, arch)));
}

function isNeeded(path: string, arch: Arch): boolean {
  const native = /\/prebuilds\/([^/]+)\//.exec(path)?.[1];
  if (native !== undefined) return native === `linux-${arch}`;
  return (
    !LEFT_OUT.test(path.replace(/^node_modules\/(?:@[^/]+\/)?[^/]+\//, '')) ||
    /(?:LICEN[CS]E|package\.json)/.test(path)
  );
}

/** Every file below, packages inside it left to their own entry. */
function below(folder: string): Item[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules') return [];
    const stats = statSync(path);
    if (stats.isDirectory()) return below(path);
    return [{ path, data: readFileSync(path), executable: (stats.mode & 0o111) !== 0 }];
  });
}
