// Search in the main content of a space.
import { searchSpace } from '../../api/search.ts';
import { analyzeRevision } from '../actions/analyze.ts';
import { viewOf, visibleTarget } from '../actions/content-view.ts';
import { expressionOf, type Hit, hitsIn, tellHits } from '../actions/search.ts';
import { revisionsStore } from '../db/content.ts';
import { contentIndexStore } from '../db/content-index.ts';
import { type Database, perDatabase } from '../db/database.ts';
import { handle } from '../handler.ts';
import { snapshotOf } from '../snapshot-paging.ts';

const RANKINGS_KEPT = 16;

/** Ranks move when any content is added: who turns the pages of a list turns those of one ranking. */
const rankings = perDatabase(() => new Map<string, Hit[]>());

export default [
  handle(searchSpace, async (call, input) => {
    const target = visibleTarget(call, input);
    const list = `search ${target.space.id} ${input.query}`;
    const snapshot = snapshotOf(call, target, { list, query: input });
    const expression = expressionOf(input.query);
    if (expression === undefined) return snapshot.page([]);
    await analyzeRevision(call, snapshot.revision);
    const key = `${snapshot.revision} ${input.query}`;
    const known = input.page === undefined ? undefined : rankings(call.db).get(key);
    const hits = known ?? rank(call.db, snapshot.revision, input.query, expression);
    remember(call.db, key, hits);
    const { items, ...rest } = snapshot.page(hits);
    return { ...rest, items: tellHits(call.db, viewOf(call, target, {}), items, expression) };
  }),
];

function rank(db: Database, revision: string, query: string, expression: string): Hit[] {
  return hitsIn(revisionsStore(db).tree(revision), contentIndexStore(db).match(expression), query);
}

function remember(db: Database, key: string, hits: Hit[]): void {
  const kept = rankings(db);
  kept.delete(key);
  kept.set(key, hits);
  for (const oldest of kept.keys()) if (kept.size > RANKINGS_KEPT) kept.delete(oldest);
}
