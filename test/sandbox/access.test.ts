import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../src/api/content/spaces.ts';
import { getCaller } from '../../src/api/people/members.ts';
import { getOrganization, listOrganizations } from '../../src/api/people/organizations.ts';
import { ROLES, type Role } from '../../src/api/roles.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { collections, lastPosition } from '../../src/sandbox/db/content/spaces.ts';
import {
  organizations,
  type Permission,
  permissions,
  teamMembers,
  teams,
} from '../../src/sandbox/db/people/organizations.ts';
import { newId } from '../../src/sandbox/ids.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);
let people: Record<Role | 'guest', string>;
beforeEach(() => {
  const entries = [...ROLES, null].map((role) => [role ?? 'guest', box.addMember(role)]);
  people = Object.fromEntries(entries);
});

const org = () => ({ organizationId: box.organizationId });
const space = async (title: string, parent?: string) =>
  await box.newSpace({ title, ...(parent && { parent }) });

function collection(
  title: string,
  fields: { parent?: string; defaultLevel?: 'inherit' | Role | null } = {},
): string {
  const id = newId();
  const place = { organization: box.organizationId, parent: fields.parent ?? null };
  const at = box.clock.now.toISOString();
  collections(box.sandbox.db).insert({
    ...place,
    id,
    title,
    description: null,
    defaultLevel: fields.defaultLevel === undefined ? 'inherit' : fields.defaultLevel,
    position: lastPosition(box.sandbox.db, place),
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

const grant = (
  kind: Permission['kind'],
  target: string,
  subjectId: string,
  role: Role,
  subject: 'user' | 'team' = 'user',
) => permissions(box.sandbox.db).put({ kind, target, subject, subjectId, role });

describe('rights by role', () => {
  it('the organization tells what its members may do', async () => {
    const view = async (as: string) => (await box.call(getOrganization, org(), { as })).permissions;
    expect(await view(people.guest)).toMatchObject({ view: true, listMembers: false, createContent: false });
    expect(await view(people.create)).toMatchObject({ createContent: true, admin: false, ownTeam: false });
    expect(Object.values(await view(people.admin)).every((may) => may)).toBe(true);
    const team = {
      id: newId(),
      organization: box.organizationId,
      title: 'Docs',
      createdAt: box.clock.now.toISOString(),
    };
    teams(box.sandbox.db).insert(team);
    teamMembers(box.sandbox.db).put({ team: team.id, user: people.read, role: 'owner' });
    expect(await view(people.read)).toMatchObject({ ownTeam: true });
  });
});

describe('levels and explicit permissions', () => {
  const role = async (id: string, as: string) => {
    const { status, body } = await box.answer(api.getSpace, { spaceId: id }, { as });
    if (status !== 200) return undefined;
    const { permissions } = body as { permissions: Record<string, boolean> };
    return ROLES.find(
      (name) => permissions[{ create: 'triggerGitSync', read: 'view' }[String(name)] ?? name],
    );
  };

  it('inherit goes up to the collection, then to the role of the member', async () => {
    const outer = collection('Outer', { defaultLevel: 'comment' });
    const id = await space('Inside', collection('Inner', { parent: outer }));
    expect(await role(id, people.read)).toBe('comment');
    expect(await role(id, people.edit)).toBe('comment');
    expect(await role(id, people.admin)).toBe('admin');
    expect(await role(id, people.guest)).toBeUndefined();
  });

  it('what was given by name or through a team counts, also to guests and also from a collection above', async () => {
    const outer = collection('Outer', { defaultLevel: null });
    const id = await space('Inside', collection('Inner', { parent: outer }));
    expect(await role(id, people.read)).toBeUndefined();
    grant('collection', outer, people.guest, 'comment');
    expect(await role(id, people.guest)).toBe('comment');
    const team = {
      id: newId(),
      organization: box.organizationId,
      title: 'Docs',
      createdAt: box.clock.now.toISOString(),
    };
    teams(box.sandbox.db).insert(team);
    teamMembers(box.sandbox.db).put({ team: team.id, user: people.guest, role: 'member' });
    grant('space', id, team.id, 'review', 'team');
    expect(await role(id, people.guest)).toBe('review');
    await box.call(api.updateSpace, { spaceId: id, defaultLevel: null });
    expect(await role(id, people.guest)).toBe('review');
  });

  it('lists hold exactly what may be read one by one, for everybody', async () => {
    const shut = collection('Shut', { defaultLevel: null });
    const open = collection('Open', { defaultLevel: 'read' });
    const deep = collection('Deep', { parent: shut });
    const ids = [
      await space('Top'),
      await space('In shut', shut),
      await space('In open', open),
      await space('In deep', deep),
    ];
    const levels = ['inherit', null, 'read'] as const;
    for (const [index, parent] of [undefined, shut, open, deep].entries()) {
      for (const level of levels) {
        const id = await space(`${index} ${level}`, parent);
        await box.call(api.updateSpace, { spaceId: id, defaultLevel: level });
        ids.push(id);
      }
    }
    grant('collection', shut, people.comment, 'comment');
    grant('collection', deep, people.guest, 'read');
    grant('space', ids[1] ?? '', people.read, 'read');
    for (const as of Object.values(people)) {
      const listed = (await box.call(api.listSpaces, { ...org(), limit: 1000 }, { as })).items.map(
        ({ id }) => id,
      );
      const readable = [];
      for (const id of ids)
        if ((await box.answer(api.getSpace, { spaceId: id }, { as })).status === 200) readable.push(id);
      expect([...listed].sort()).toEqual(readable.sort());
    }
  });
});

describe('callers', () => {
  it('are who their token says', async () => {
    expect((await box.call(getCaller, {}, { as: people.review })).id).toBe(people.review);
    const refused = await dispatch(box.sandbox, getCaller, { headers: { authorization: 'Bearer nobody' } });
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect((await dispatch(box.sandbox, getCaller, {})).status).toBe(401);
  });

  it('see nothing of other organizations, nor of their own when disabled', async () => {
    const other = newId();
    const home = organizations(box.sandbox.db).find({ id: box.organizationId });
    if (!home) throw new Error('no organization');
    organizations(box.sandbox.db).insert({ ...home, id: other, hostname: null });
    expect((await box.answer(getOrganization, { organizationId: other })).status).toBe(404);
    expect((await box.answer(getOrganization, { organizationId: 'nowhere' })).status).toBe(404);
    expect((await box.call(listOrganizations, {})).count).toBe(1);
    box.sandbox.db.run('UPDATE members SET disabled = 1 WHERE user = ?', people.edit);
    expect((await box.call(listOrganizations, {}, { as: people.edit })).count).toBe(0);
    expect((await box.answer(api.listSpaces, org(), { as: people.edit })).status).toBe(404);
  });
});
