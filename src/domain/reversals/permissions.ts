// Taking back what was given on spaces, collections and sites, and changed of users.
import { type Operation, splitInput } from '../../api/operation.ts';
import { getUser, updateUser } from '../../api/people/members.ts';
import * as api from '../../api/people/permissions.ts';
import type { Client } from '../../client/client.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  cannotUndo,
  type Input,
  type Item,
  inList,
  type Reversal,
  type Reversals,
  restoring,
  textsIn,
} from './reversal.ts';

/** The operations on one subject, user or team, of one kind of place. */
interface Subject {
  list: Operation;
  update: Operation;
  remove: Operation;
  add: Operation;
  param: 'userId' | 'teamId';
  /** The field of the body of `add`. */
  field: 'users' | 'teams';
}

const idOf =
  ({ param }: Subject) =>
  (item: Item): unknown =>
    asItem(param === 'userId' ? item.user : item.team).id;
const roleOf = (item: Item | undefined) => ({ role: item?.permission });

/** The role that was given before. */
const updated = (subject: Subject): Reversal => ({
  read: inList(subject.list, subject.param, idOf(subject)),
  undo(change) {
    const original = roleOf(beforeOf(change));
    const input = { ...splitInput(subject.update, change.input).params, ...original };
    return {
      operation: subject.update,
      input,
      project: roleOf,
      original,
      expected: { role: change.input.role },
    };
  },
});

/** Given once more, with the role there was. */
const removed = (subject: Subject): Reversal => ({
  read: inList(subject.list, subject.param, idOf(subject)),
  undo(change) {
    const original = roleOf(beforeOf(change));
    const users = [change.input[subject.param]];
    return {
      operation: subject.add,
      input: { ...splitInput(subject.add, change.input).params, ...original, [subject.field]: users },
      project: roleOf,
      mayBeGone: true,
      original,
      expected: { role: undefined },
    };
  },
});

/** What everyone who is named had before; null: nothing. */
async function before(client: Client, input: Input, subjects: readonly Subject[]): Promise<Item> {
  const roles: Record<string, unknown> = {};
  for (const subject of subjects) {
    const named = textsIn(input[subject.field]);
    if (named.length === 0) continue;
    for (const id of named) roles[id] = null;
    for await (const { items } of client.pages(subject.list, splitInput(subject.list, input).params)) {
      for (const item of items.map(asItem)) {
        const id = String(idOf(subject)(item));
        if (id in roles) roles[id] = item.permission;
      }
    }
  }
  return roles;
}

/** Access of several is undone one by one: each gets the role they had, or none. */
function added(subjects: readonly Subject[]): Reversal {
  const named = (input: Input) =>
    subjects.flatMap((subject) => textsIn(input[subject.field]).map((id) => ({ subject, id })));
  return {
    read: (client, input) => before(client, input, subjects),
    parts: (input) => {
      const { users: _, teams: __, ...rest } = input;
      return named(input).map(({ subject, id }) => ({ ...rest, [subject.field]: [id] }));
    },
    undo(change: Change) {
      const roles = beforeOf(change);
      const [one, second] = named(change.input);
      if (!one) throw cannotUndo('members and teams are missing from the request');
      if (second) throw cannotUndo('several were given access at once');
      const { subject, id } = one;
      const original = roles[id] ?? null;
      const place = { ...splitInput(subject.update, change.input).params, [subject.param]: id };
      const back = original === null ? subject.remove : subject.update;
      return {
        operation: back,
        input: { ...place, ...(original !== null && { role: original }) },
        project: (item: Item = {}) => ({ role: item[id] ?? null }),
        original: { role: original },
        expected: { role: change.input.role },
      };
    },
  };
}

type Operations = readonly [list: Operation, update: Operation, remove: Operation];

/** What is given by one operation, to users and to teams. */
function givenBy(add: Operation, users: Operations, teams: Operations): Record<'user' | 'team', Subject> {
  const subject = (param: Subject['param'], field: Subject['field'], [list, update, remove]: Operations) => ({
    add,
    param,
    field,
    list,
    update,
    remove,
  });
  return { user: subject('userId', 'users', users), team: subject('teamId', 'teams', teams) };
}

const onSpace = givenBy(
  api.addSpacePermission,
  [api.listSpaceUsers, api.updateSpaceUser, api.removeSpaceUser],
  [api.listSpaceTeams, api.updateSpaceTeam, api.removeSpaceTeam],
);
const onCollection = givenBy(
  api.addCollectionPermission,
  [api.listCollectionUsers, api.updateCollectionUser, api.removeCollectionUser],
  [api.listCollectionTeams, api.updateCollectionTeam, api.removeCollectionTeam],
);
const onSite = givenBy(
  api.addSitePermission,
  [api.listSiteUsers, api.updateSiteUser, api.removeSiteUser],
  [api.listSiteTeams, api.updateSiteTeam, api.removeSiteTeam],
);

export default {
  'spacePermissions.add': added([onSpace.user, onSpace.team]),
  'spacePermissions.updateUser': updated(onSpace.user),
  'spacePermissions.updateTeam': updated(onSpace.team),
  'spacePermissions.removeUser': removed(onSpace.user),
  'spacePermissions.removeTeam': removed(onSpace.team),
  'collectionPermissions.add': added([onCollection.user, onCollection.team]),
  'collectionPermissions.updateUser': updated(onCollection.user),
  'collectionPermissions.updateTeam': updated(onCollection.team),
  'collectionPermissions.removeUser': removed(onCollection.user),
  'collectionPermissions.removeTeam': removed(onCollection.team),
  'sitePermissions.add': added([onSite.user, onSite.team]),
  'sitePermissions.updateUser': updated(onSite.user),
  'sitePermissions.updateTeam': updated(onSite.team),
  'sitePermissions.removeUser': removed(onSite.user),
  'sitePermissions.removeTeam': removed(onSite.team),
  'users.update': restoring(updateUser, { read: byGet(getUser) }),
} satisfies Reversals;
