// A believable organization to try things on: people, spaces, change requests, comments, sites.
import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../sandbox.ts';
import { addChangeRequests } from './changes.ts';
import { addComments } from './comments.ts';
import { addContent } from './content.ts';
import { addConversations } from './conversations.ts';
import { addExtensions } from './extensions.ts';
import { ADMIN, addPeople, ORGANIZATION, userId } from './people.ts';
import { addSites } from './sites.ts';
import { beginStory } from './story.ts';

/** Fills an empty sandbox. Ids and titles are the same every time; times are counted back from now. */
export async function fillDemo(sandbox: Sandbox) {
  const story = beginStory(sandbox);
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
  });
  return {
    organizationId: ORGANIZATION,
    organization: 'Tarnpost',
    adminId: userId(ADMIN),
    admin: ADMIN,
  };
}
