// What a first search and a first page would wait for, done while nobody waits: the first page itself, into nothing.
import { setImmediate as idle } from 'node:timers/promises';
import { loadMarkdown } from '../../markdown/analyze.ts';
import { linkIndex, placedById } from '../content/tree.ts';
import { revisionsStore } from '../db/content/content.ts';
import { liveSpace } from '../db/content/spaces.ts';
import type { Sandbox } from '../sandbox.ts';
import { loadParsers } from './content.ts';

/** Only trees that stay in memory are worth reading: few, and not too large. */
const MOST_SPACES = 8;

const PUBLISHED = `SELECT DISTINCT siteSpaces.space, sites.id AS site, sites.visibility FROM sites
  JOIN siteSpaces ON siteSpaces.site = sites.id
  WHERE sites.published = 1 ORDER BY siteSpaces.isDefault DESC LIMIT ${MOST_SPACES}`;

interface Published {
  space: string;
  site: string;
  visibility: string;
}

/** Loads the parsers; of a process of its own also what is published. Never throws: it may be closed meanwhile. */
export async function warmUp(sandbox: Sandbox, isAlone: boolean): Promise<void> {
  const { db } = sandbox;
  try {
    await loadMarkdown();
    if (!isAlone) return;
    const spaces = db.all<Published>(PUBLISHED);
    if (spaces.length > 0) await loadParsers();
    for (const { space } of spaces) {
      await idle();
      const tree = revisionsStore(db).tree(liveSpace(db, space).revision);
      await idle();
      linkIndex(tree, { anchorsOf: () => [] });
      await idle();
      placedById(tree);
    }
    const open = spaces.find(({ visibility }) => visibility === 'public');
    if (!open) return;
    const { answerWeb } = await import('./web.ts');
    const url = new URL(`http://sandbox/sites/${open.site}/`);
    await answerWeb(sandbox, { url, cookies: undefined, authorization: undefined });
  } catch {
    // The first page finds out, and says it.
  }
}
