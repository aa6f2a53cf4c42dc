// Every link and anchor of the manual leads somewhere in it.
import { posix } from 'node:path';

/** Takes the files by path; returns what is dead, as `page -> target`. */
export function checkLinks(files: ReadonlyMap<string, string>): string[] {
  const dead: string[] = [];
  for (const [path, text] of files) {
    if (!path.endsWith('.html')) continue;
    for (const [, target = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g))
      if (!/^(?:https?:|mailto:)/.test(target) && !leads(files, path, target))
        dead.push(`${path} -> ${target}`);
  }
  return dead;
}

function leads(files: ReadonlyMap<string, string>, path: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const found = files.get(file === '' ? path : posix.join(posix.dirname(path), file));
  return found !== undefined && (anchor === undefined || found.includes(`id="${anchor}"`));
}
