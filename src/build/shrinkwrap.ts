// At npm pack: npm-shrinkwrap.json, so that an installation gets the versions that were tested, each with its hash.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { byText } from '../files/texts.ts';

interface Locked {
  version?: string;
  dev?: boolean;
  devDependencies?: object;
}
export interface Lock {
  packages: Record<string, Locked>;
}

/** Takes the lock of the project; returns that of an installation: without what only builds and tests. */
export function shrinkwrapOf(lock: Lock): Lock {
  const packages = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { devDependencies: _, ...kept }]): [string, Locked] => [path, kept]);
  return { ...lock, packages: lifted(packages) };
}

/** Whatever was below another package only because a development package had its place is where npm would put it. */
function lifted(packages: readonly (readonly [string, Locked])[]): Record<string, Locked> {
  const found = new Map(packages);
  for (const [path, locked] of packages) {
    const above = path.replace(/node_modules\/(?:@[^/]+\/)?[^/]+\/(?=node_modules\/(?:@[^/]+\/)?[^/]+$)/, '');
    if (above === path || found.has(above)) continue;
    found.delete(path);
    found.set(above, locked);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => byText(a, b)));
}

const FILE = 'npm-shrinkwrap.json';

export const shrinkwrapText = (): string =>
  `${JSON.stringify(shrinkwrapOf(JSON.parse(readFileSync('package-lock.json', 'utf8'))), undefined, 2)}\n`;

// In a checkout npm would read it in place of package-lock.json, so it is there only while npm packs.
if (process.argv[1]?.endsWith('shrinkwrap.ts')) {
  if (process.argv[2] === '--remove') rmSync(FILE, { force: true });
  else writeFileSync(FILE, shrinkwrapText());
}
