// Reads the Markdown of a revision into the index: each content once, by the first request that needs it.
import type { Hash } from '../../content/model.ts';
import { walk } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { contentIndexStore } from '../../db/content/content-index.ts';
import type { Database } from '../../db/database.ts';
import type { Sandbox } from '../../sandbox.ts';

/** How many contents are kept at once: other writers come in between. */
const BATCH = 500;

/** Trees known to be read, so that nobody asks again. */
const known = new WeakMap<Database, Set<Hash>>();

/**
 * After this, every page of a revision stands in the index. A bulk of new pages is not read while it is written:
 * an import would take as long again.
 */
export async function analyzeRevision({ db }: Pick<Sandbox, 'db'>, revisionId: string): Promise<void> {
  const tree = revisionsStore(db).get(revisionId)?.tree;
  if (tree === undefined || isKnown(db, tree)) return;
  const index = contentIndexStore(db);
  if (!index.hasTree(tree)) {
    const { pages } = revisionsStore(db).tree(revisionId);
    const hashes = [...walk(pages)].flatMap(({ page }) => page.markdown ?? []);
    await analyzeContents(db, index.unread(hashes));
    index.addTree(tree);
  }
  known.get(db)?.add(tree);
}

function isKnown(db: Database, tree: Hash): boolean {
  const trees = known.get(db) ?? new Set();
  known.set(db, trees);
  return trees.has(tree);
}

async function analyzeContents(db: Database, hashes: readonly Hash[]): Promise<void> {
  if (hashes.length === 0) return;
  const { loadMarkdown } = await import('../../content/markdown.ts');
  const markdown = await loadMarkdown();
  for (let start = 0; start < hashes.length; start += BATCH) {
    const read = hashes
      .slice(start, start + BATCH)
      .map((hash) => ({ hash, analysis: markdown.analyze(contentStore(db).text(hash)) }));
    db.transaction(() => {
      for (const { hash, analysis } of read) contentIndexStore(db).add(hash, analysis);
    });
  }
}
