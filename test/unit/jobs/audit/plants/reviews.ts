// Faults of change requests.

import { createSpace } from '../../../../../src/api/content/spaces.ts';
import { createChangeRequest, updateChangeRequest } from '../../../../../src/api/review/change-requests.ts';
import { createReview } from '../../../../../src/api/review/reviews.ts';
import { editPage } from '../../../../../src/sandbox/editing.ts';
import { addToSite, daysAgo } from '../garden.ts';
import type { Garden, Plants } from '../plant.ts';

interface Wish {
  subject: string;
  status?: 'open' | 'draft';
  /** Days since the last change. */
  days?: number;
}

async function request(garden: Garden, { subject, status = 'open', days = 0 }: Wish) {
  const { call, adminId, organizationId } = garden;
  const { id: spaceId } = await call(createSpace, { organizationId, title: subject, empty: true });
  await addToSite(garden, spaceId);
  const { id } = await call(createChangeRequest, { spaceId, subject });
  const changeRequestId = id;
  await editPage(garden.sandbox, {
    ...{ spaceId, changeRequestId, path: 'news', markdown: '# News\n\nSomething new.' },
    caller: { userId: adminId },
  });
  await call(updateChangeRequest, { spaceId, changeRequestId, status });
  garden.sandbox.db.run('UPDATE change_requests SET updatedAt = ? WHERE id = ?', daysAgo(garden, days), id);
  return { id, spaceId };
}

export const plants: Plants = {
  'reviews/stale': async (garden) => [(await request(garden, { subject: 'Old one', days: 40 })).id],
  'reviews/old-draft': async (garden) => [
    (await request(garden, { subject: 'Sketch', status: 'draft', days: 70 })).id,
  ],
  'reviews/outdated': {
    also: ['pages/no-description'],
    async plant(garden) {
      const { id, spaceId } = await request(garden, { subject: 'Behind main' });
      garden.sandbox.db.run("UPDATE spaces SET editMode = 'live' WHERE id = ?", spaceId);
      await editPage(garden.sandbox, {
        ...{ spaceId, path: 'other', markdown: '# Other\n\nText.', caller: { userId: garden.adminId } },
      });
      return [id];
    },
  },
  'reviews/approved-not-merged': async (garden) => {
    const { id, spaceId } = await request(garden, { subject: 'Done' });
    const review = { spaceId, changeRequestId: id, status: 'approved' } as const;
    await garden.call(createReview, review, { as: String(garden.ids.get('second')) });
    const { db } = garden.sandbox;
    db.run('UPDATE change_requests SET createdAt = ? WHERE id = ?', daysAgo(garden, 10), id);
    db.run('UPDATE reviews SET createdAt = ? WHERE changeRequest = ?', daysAgo(garden, 9), id);
    return [id];
  },
};
