// Who may see and change installations, and what integrations on chosen spaces get to know.
import { beforeEach, describe, expect, it } from 'vitest';
import { updateSpace } from '../../src/api/content/spaces.ts';
import {
  listInstallationStatuses,
  listOrganizationInstallations,
  listSpaceIntegrations,
} from '../../src/api/integrations/installed-integrations.ts';
import * as api from '../../src/api/integrations/integration-installations.ts';
import { listIntegrationEvents } from '../../src/api/integrations/integrations.ts';
import { unpublishSite } from '../../src/api/sites/sites.ts';
import { installations } from '../../src/sandbox/db/integrations/integrations.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let ref: { integrationName: string; installationId: string };
let organizationId: string;
beforeEach(() => {
  ({ organizationId } = box);
  const row = installations(box.sandbox.db).find({ integration: 'review-bot', organization: organizationId });
  ref = { integrationName: 'review-bot', installationId: row?.id ?? '' };
});

const spaceOf = (title: string) =>
  box.sandbox.db.get<{ id: string }>('SELECT id FROM spaces WHERE title = ?', title)?.id ?? '';
const message = ({ body }: { body: unknown }) => JSON.stringify(body);

describe('an installation', () => {
  it.each([
    ['create', 200, 403],
    ['read', 200, 403],
    [null, 403, 403],
  ] as const)('is read by a member of role %s with %i and changed with %i', async (role, read, change) => {
    const as = box.addMember(role);
    expect((await box.answer(api.getInstallation, ref, { as })).status).toBe(read);
    expect((await box.answer(listOrganizationInstallations, { organizationId }, { as })).status).toBe(read);
    const update = { ...ref, externalIds: ['x'] };
    expect((await box.answer(api.updateInstallation, update, { as })).status).toBe(change);
    expect((await box.answer(api.deleteInstallation, ref, { as })).status).toBe(change);
  });

  it('is not there for strangers and for other integrations', async () => {
    const integration = { as: 'parcel-map', kind: 'integration' } as const;
    expect((await box.answer(api.getInstallation, ref, integration)).status).toBe(404);
    expect((await box.answer(api.listInstallationSites, ref, integration)).status).toBe(404);
    const own = { as: 'review-bot', kind: 'integration' } as const;
    expect((await box.answer(api.updateInstallation, { ...ref, externalIds: ['x'] }, own)).status).toBe(200);
    const elsewhere = { ...ref, integrationName: 'parcel-map' };
    expect((await box.answer(api.getInstallation, elsewhere)).status).toBe(404);
  });

  it('takes at most five external IDs', async () => {
    const externalIds = ['1', '2', '3', '4', '5', '6'];
    expect((await box.attempt(api.updateInstallation, { ...ref, externalIds })).status).toBe(400);
    expect((await box.attempt(api.updateInstallation, { ...ref, space_selection: 'some' })).status).toBe(400);
  });

  it('ends with all its spaces, once', async () => {
    expect((await box.answer(api.deleteInstallation, ref)).status).toBe(205);
    expect((await box.answer(api.deleteInstallation, ref)).status).toBe(204);
    expect(box.sandbox.db.all('SELECT 1 FROM installationBindings')).toEqual([]);
  });
});

describe('an installation on chosen spaces', () => {
  it('is on these and no others, and can be told by its settings there', async () => {
    const handbook = spaceOf('Handbook');
    expect((await box.answer(api.getInstallationSpace, { ...ref, spaceId: handbook })).status).toBe(404);
    await box.call(api.addInstallationSpace, { ...ref, space: handbook });
    expect((await box.answer(api.addInstallationSpace, { ...ref, space: handbook })).status).toBe(409);
    await box.call(api.updateInstallationSpace, { ...ref, spaceId: handbook, externalIds: ['hb'] });
    const own = { as: 'review-bot', kind: 'integration' } as const;
    const named = { integrationName: 'review-bot', externalId: 'hb' };
    expect((await box.call(api.listIntegrationSpaces, named, own)).items.map(({ space }) => space)).toEqual([
      handbook,
    ]);
    expect((await box.answer(api.removeInstallationSpace, { ...ref, spaceId: handbook })).status).toBe(205);
    expect((await box.answer(api.removeInstallationSpace, { ...ref, spaceId: handbook })).status).toBe(204);
    expect((await box.call(api.getInstallation, ref)).spaces).toBe(1);
  });

  it('is not put on a space by who does not administer it, or on one of elsewhere', async () => {
    const as = box.addMember('create');
    const add = { ...ref, space: spaceOf('Handbook') };
    expect((await box.answer(api.addInstallationSpace, add, { as })).status).toBe(403);
    expect((await box.answer(api.addInstallationSpace, { ...ref, space: 'nothing' })).status).toBe(404);
  });

  it('hears of these spaces only', async () => {
    const count = async () =>
      (await box.call(listIntegrationEvents, { integrationName: 'review-bot' })).items.length;
    const before = await count();
    const sites = box.sandbox.db.all<{ id: string }>('SELECT id FROM sites WHERE published = 1');
    for (const { id: siteId } of sites) await box.call(unpublishSite, { organizationId, siteId });
    const events = await box.call(listIntegrationEvents, { integrationName: 'review-bot' });
    const spaces = events.items
      .slice(0, events.items.length - before)
      .map(({ payload }) => Object.entries(payload).find(([name]) => name === 'spaceId')?.[1]);
    expect(new Set(spaces)).toEqual(new Set([spaceOf('Guides')]));
    await box.call(updateSpace, { spaceId: spaceOf('Guides'), title: 'Manual' });
  });

  it('shows nobody the spaces that they may not see', async () => {
    const parcels = installations(box.sandbox.db).find({
      integration: 'parcel-map',
      organization: organizationId,
    });
    const hidden = spaceOf('Handbook');
    await box.call(updateSpace, { spaceId: hidden, defaultLevel: null });
    const as = box.addMember('read');
    const all = { integrationName: 'parcel-map', installationId: parcels?.id ?? '' };
    expect(message(await box.answer(api.listInstallationSpaces, all, { as }))).not.toContain(hidden);
    expect(message(await box.answer(listInstallationStatuses, { organizationId }, { as }))).not.toContain(
      hidden,
    );
    expect((await box.answer(listSpaceIntegrations, { spaceId: hidden }, { as })).status).toBe(404);
    expect((await box.answer(api.getInstallationSpace, { ...all, spaceId: hidden }, { as })).status).toBe(
      404,
    );
  });
});
