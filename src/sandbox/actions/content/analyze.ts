// Reads the Markdown of a revision into the index: each content once, by the first request that needs it.
import type { Analysis } from '../../../markdown/analyze.ts';
import type { Hash } from '../../content/model.ts';
import { walk } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { contentIndexStore } from '../../db/content/content-index.ts';
import { type Database, perDatabase } from '../../db/database.ts';
import { whenFree } from '../../lock.ts';
import type { Sandbox } from '../../sandbox.ts';
import { slices } from '../../slices.ts';

/** How many contents are kept at once: other writers come in between, and no transaction holds anybody up. */
const BATCH = 200;

/** Trees that are read, so that nobody asks again, and those that are being read: who wants one waits with the others. */
const trees = perDatabase(() => ({ known: new Set<Hash>(), reading: new Map<Hash, Promise<void>>() }));

/**
 * After this, every page of a revision stands in the index. A bulk of new pages is not read while it is written:
 * an import would take as long again.
 */
export async function analyzeRevision({ db }: Pick<Sandbox, 'db'>, revisionId: string): Promise<void> {
  const tree = revisionsStore(db).get(revisionId)?.tree;
  const { known, reading } = trees(db);
  if (tree === undefined || known.has(tree)) return;
  const read = reading.get(tree) ?? analyzeTree(db, tree).finally(() => reading.delete(tree));
  reading.set(tree, read);
  await read;
  known.add(tree);
}

async function analyzeTree(db: Database, tree: Hash): Promise<void> {
  const index = contentIndexStore(db);
  if (index.hasTree(tree)) return;
  const { loadMarkdown } = await import('../../../markdown/analyze.ts');
  const { analyze } = await loadMarkdown();
  const pause = slices();
  const { pages } = revisionsStore(db).treeAt(tree);
  await pause();
  const hashes = [...walk(pages)].flatMap(({ page }) => page.markdown ?? []);
  await pause();
  const store = contentStore(db);
  for (let start = 0; start < hashes.length; start += BATCH) {
    const read: [Hash, Analysis][] = [];
    for (const hash of index.unread(hashes.slice(start, start + BATCH))) {
      read.push([hash, analyze(store.text(hash))]);
      await pause();
    }
    if (read.length > 0) {
      await whenFree(db);
      db.quickTransaction(() => index.add(read));
    }
    await pause();
  }
  await whenFree(db);
  db.quickTransaction(() => index.addTree(tree));
}
