// A believable organization to try things on: people, spaces, change requests, comments, sites.
import { randomBytes } from 'node:crypto';
import { withIds } from '../ids.ts';
import type { Sandbox } from '../sandbox.ts';
import { addChangeRequests } from './changes.ts';
import { addComments } from './comments.ts';
import { addContent } from './content.ts';
import { addConversations } from './conversations.ts';
import { demoId } from './demo-id.ts';
import {
  addExtensions,
  addGitInstallation,
  addGlossary,
  addImportRun,
  installReviewBot,
} from './extensions.ts';
import { ADMIN, addPeople, ORGANIZATION, userId } from './people.ts';
import { addScans, addSiteContext } from './site-context.ts';
import { addSites } from './sites.ts';
import { beginStory, type Story } from './story.ts';
import { addVisits } from './visits.ts';

/** Fills an empty sandbox. Ids and titles are the same every time; times are counted back from now. */
export function fillDemo(sandbox: Sandbox) {
  let made = 0;
  return withIds(
    () => {
      made += 1;
      return demoId('made', String(made));
    },
    () => tell(beginStory(sandbox)),
  );
}

async function tell(story: Story) {
  const { sandbox } = story;
  sandbox.db.transaction(() => {
    addPeople(story);
    addContent(story);
    addSites(story, randomBytes(12).toString('base64url'));
    addExtensions(story);
  });
  await addChangeRequests(story);
  sandbox.db.transaction(() => {
    addComments(story);
    addConversations(story);
    installReviewBot(story);
    addGlossary(story);
    addImportRun(story);
    addGitInstallation(story);
    addSiteContext(story);
    nameEvents(sandbox);
  });
  await addVisits(story);
  sandbox.db.transaction(() => addScans(story));
  return {
    organizationId: ORGANIZATION,
    organization: 'Tarnpost',
    adminId: userId(ADMIN),
    admin: ADMIN,
  };
}

/** The database itself makes their ids. */
function nameEvents({ db }: Sandbox): void {
  const events = db.all<{ id: string }>('SELECT id FROM integrationEvents ORDER BY rowid');
  for (const [at, { id }] of events.entries())
    db.run('UPDATE integrationEvents SET id = ? WHERE id = ?', demoId('event', String(at)), id);
}
