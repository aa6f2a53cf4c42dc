// What docs check finds in the folder of a preview, by page: looked for when nothing has changed for a moment.

import { diskSource } from '../../folder/source.ts';
import type { PreviewFinding } from '../../sandbox/door.ts';
import { checkFolder } from '../check/check.ts';

/** Of a larger folder, docs check says it: here it would hold up the pages. */
const MOST_PAGES = 2000;
const QUIET_MS = 400;

export interface PageFindings {
  /** Looks again soon. */
  soon(): void;
  stop(): void;
}

/** `found` gets the findings of each file, all of them anew. A folder that cannot be checked has none. */
export function pageFindings(
  folder: string,
  pages: number,
  found: (findings: ReadonlyMap<string, PreviewFinding[]>) => void,
): PageFindings {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const byFile = new Map<string, PreviewFinding[]>();
    try {
      const { findings } = await checkFolder(diskSource(folder));
      for (const { file, line, column, rule, message } of findings) {
        const one = { place: `${file}:${line}:${column}`, message: `${message} (${rule})` };
        byFile.set(file, [...(byFile.get(file) ?? []), one]);
      }
    } catch {
      // In the middle of a change, or with a configuration that docs check explains.
    }
    if (!isStopped) found(byFile);
  };
  return {
    soon() {
      if (pages > MOST_PAGES || isStopped) return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), QUIET_MS);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
