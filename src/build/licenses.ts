// The licences of what the bundle holds, from the bundler's own list of inputs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Takes the paths of what is in a build; writes name, version, licence and its text for each package in it, sorted. */
export function writeLicenses(inputs: readonly string[], path: string): void {
  const folders = new Set<string>();
  for (const input of inputs) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
    if (folder) folders.add(folder);
  }
  const texts = [...folders].sort().map(describe);
  writeFileSync(path, texts.join(RULE));
}

const RULE = `\n${'-'.repeat(80)}\n\n`;

/** Takes what `writeLicenses` wrote; returns `name version` of each package. */
export const bundledPackages = (notices: string): ReadonlySet<string> =>
  new Set(notices.split(RULE).map((notice) => notice.split('\n', 1)[0] ?? ''));

/** What was read and left out again, because nothing uses it, is not passed on. */
export const inputsOf = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );

function describe(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
  // What is compiled into a package has terms of its own, which the package does not pass on.
  const own = join(import.meta.dirname, `notices/${name}.txt`);
  const compiledIn = existsSync(own) ? `\n${readFileSync(own, 'utf8')}` : '';
  return `${name} ${version}\n${license ?? 'see its text'}\n\n${text}\n${compiledIn}`;
}
