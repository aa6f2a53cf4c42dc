// docs orgs adopt: writes the IDs of things that have the same title beside these, and nothing else.
import { join, resolve } from 'node:path';
import { readingClient } from '../../client/reading-client.ts';
import type { Run } from '../../engine/run/run.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { hintOf, withHints } from './file.ts';
import { readFolder } from './folder.ts';
import { ownOrganization } from './own-organization.ts';
import { planFolder } from './plan.ts';

/** Throws UsageError for what is wrong with the files, LocalIoError. */
export async function runAdopt(run: Run): Promise<void> {
  const path = String(run.args.folder);
  const folder = await readFolder(run, path);
  const client = readingClient(await run.client());
  const own: Run = await ownOrganization({ ...run, client: async () => client }, folder);
  const { matches } = await planFolder(own, folder, { prune: false });
  const { io, cwd } = run.context;
  let added = 0;
  for (const file of [...folder.files.values()].flat()) {
    const fresh = matches.filter((one) => one.file === file && hintOf(file, one.item) !== one.id);
    if (fresh.length === 0) continue;
    const text = await withHints(file, new Map(fresh.map(({ item, id }) => [item, id])));
    writeFileDurably(join(resolve(cwd, path), file.name), text, { mode: 0o644 });
    added += fresh.length;
    done(io, `wrote ${plural(fresh.length, 'ID')} into ${join(path, file.name)}`);
  }
  note(io, `${path}: ${plural(added, 'ID')} added, ${matches.length - added} already there`);
}
