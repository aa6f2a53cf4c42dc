// How commands that read whole organizations ask only for what changed since they last ran.
import type { Client } from '../../client/client.ts';
import { flag } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';

export const FRESH_FLAG = flag(
  '--fresh',
  'read everything again, not only spaces that changed since the last run',
  { reach: 'platform' },
);

interface Kept {
  client: Client;
  /** Keeps what was read, and says what was not read again. */
  end(): Promise<void>;
}

/** The client over the answers of earlier runs of this profile; as it is without a profile, within a fence, and with --fresh. */
export async function withKeptAnswers(
  run: Run<{ fresh?: boolean | undefined }>,
  client: Client,
): Promise<Kept> {
  const { context } = run;
  const { profile, baseUrl } = run.config();
  const { keptAnswersFile } = await import('../../config/paths.ts');
  const path = profile && !context.fence ? keptAnswersFile(context.paths(), profile.value) : undefined;
  if (path === undefined || run.flags.fresh === true) return { client, end: async () => {} };
  const [{ openKeptFile }, { keepAnswers }] = await Promise.all([
    import('../../domain/kept-answers/kept-file.ts'),
    import('../../domain/kept-answers/keeping-client.ts'),
  ]);
  // Behind one origin may be several hosts, each at a path.
  const file = openKeptFile(path, baseUrl.value, () => earlierTime(client, context.now()));
  const keeping = keepAnswers(client, file);
  return {
    client: keeping.client,
    async end() {
      await file.save();
      if (keeping.spared === 0) return;
      note(
        context.io,
        `${plural(keeping.spared, 'request')} saved: what has not changed since the last run is not read again (--fresh reads everything)`,
      );
    },
  };
}

/** What was kept too late by the clock of the host would miss what changed since. */
function earlierTime(client: Client, now: Date): Date {
  const there = client.hostTime(now);
  return there < now ? there : now;
}
