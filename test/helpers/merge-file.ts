// What git makes of texts that were changed on two sides.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MergeCase {
  base: string;
  ours: string;
  theirs: string;
}

/** The merged text of each, undefined where git finds a conflict. One shell runs `git merge-file` for all. */
export function mergedByGit(cases: readonly MergeCase[]): (string | undefined)[] {
  const folder = mkdtempSync(join(tmpdir(), 'docs-merge-file-'));
  try {
    for (const [n, one] of cases.entries())
      for (const [name, side] of Object.entries(one)) writeFileSync(join(folder, `${n}.${name}`), side);
    const merge = 'git merge-file -q $n.ours $n.base $n.theirs && touch $n.clean';
    const loop = `n=0; while [ $n -lt ${cases.length} ]; do ${merge}; n=$((n+1)); done`;
    spawnSync('sh', ['-c', loop], { cwd: folder });
    return cases.map((_, n) =>
      existsSync(join(folder, `${n}.clean`)) ? readFileSync(join(folder, `${n}.ours`), 'utf8') : undefined,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
