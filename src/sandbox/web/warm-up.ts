// What a first search and a first page would wait for, done while nobody waits.
import { setImmediate as idle } from 'node:timers/promises';
import { linkIndex } from '../content/links.ts';
import { loadMarkdown } from '../content/markdown.ts';
import { placedById } from '../content/tree.ts';
import { revisionsStore } from '../db/content/content.ts';
import { spaceStore } from '../db/content/spaces.ts';
import type { Sandbox } from '../sandbox.ts';
import { loadParsers } from './content.ts';

/** Only trees that stay in memory are worth reading: few, and not too large. */
const MOST_SPACES = 8;

const PUBLISHED = `SELECT DISTINCT siteSpaces.space FROM sites JOIN siteSpaces ON siteSpaces.site = sites.id
  WHERE sites.published = 1 ORDER BY siteSpaces.isDefault DESC LIMIT ${MOST_SPACES}`;

/** Loads the parsers; of a process of its own also what is published. Never throws: it may be closed meanwhile. */
export async function warmUp({ db }: Pick<Sandbox, 'db'>, isAlone: boolean): Promise<void> {
  try {
    await loadMarkdown();
    if (!isAlone) return;
    const spaces = db.all<{ space: string }>(PUBLISHED);
    if (spaces.length > 0) await loadParsers();
    for (const { space } of spaces) {
      await idle();
      const tree = revisionsStore(db).tree(spaceStore(db).live(space).revision);
      await idle();
      linkIndex(tree, { anchorsOf: () => [] });
      await idle();
      placedById(tree);
    }
  } catch {
    // The first page finds out, and says it.
  }
}
