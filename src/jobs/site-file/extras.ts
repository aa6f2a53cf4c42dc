// What a site has beside its structure: share links, the sign-in of visitors, integrations and the schema of claims.

import { isDeepStrictEqual } from 'node:util';
import * as installationsApi from '../../api/integrations/integration-installations.ts';
import { setAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import type { ShareLink } from '../../api/sites/site-publishing.generated.ts';
import {
  createShareLink,
  deleteShareLink,
  updatePublishingAuth,
  updateShareLink,
} from '../../api/sites/site-publishing.ts';
import { shell } from '../../files/shell-word.ts';
import { asItems, matchBy } from './match.ts';
import { differing, fieldText, misfit, orCleared, propose, proposeFields, type Work } from './work.ts';

export function planShareLinks(work: Work): void {
  const { file, live, notes } = work;
  const wanted = file.shareLinks ?? [];
  const found = new Map<ShareLinkItem, ShareLink>();
  matchBy(found, asItems(wanted), asItems(live.shareLinks ?? []), [
    ({ item }, one) => notes.get(item)?.id === one.item.id,
    ({ item }, one) => item.name === (one.item.name ?? ''),
  ]);
  for (const item of wanted) planShareLink(work, item, found.get(item));
  if (!work.prune || !file.shareLinks) return;
  const kept = new Set(found.values());
  for (const one of (live.shareLinks ?? []).filter((link) => !kept.has(link)))
    propose(work, {
      operation: deleteShareLink,
      input: { shareLinkId: one.id },
      target: { kind: 'share link', title: one.name ?? '' },
      raw: withoutUrl(one),
      follows: 'its URL stops working, and a new link has another one',
    });
}

type ShareLinkItem = NonNullable<Work['file']['shareLinks']>[number];

function planShareLink(work: Work, item: ShareLinkItem, known: ShareLink | undefined): void {
  const { name } = item;
  const about = { target: { kind: 'share link', title: name }, item };
  if (!known) {
    const shareLinkId = propose(work, { ...about, operation: createShareLink, input: { name } });
    const input = { shareLinkId, active: false };
    if (item.active === false) propose(work, { ...about, operation: updateShareLink, input });
    return;
  }
  const active = item.active ?? (work.prune ? true : undefined);
  const fields = differing({ name, active }, { name: known.name ?? '', active: known.active ?? true });
  const input = { shareLinkId: known.id };
  proposeFields(work, fields, { ...about, operation: updateShareLink, input, raw: withoutUrl(known) });
}

/** Its address holds the key. */
const withoutUrl = ({ urls: _, ...rest }: ShareLink) => ({ ...rest, urls: {} });

/** `needs`: what must be installed before. */
export function planAuth(work: Work, needs: readonly number[]): void {
  const { file, live, isNew } = work;
  const { auth } = file;
  if (!auth) return;
  const { backend } = auth;
  const now = live.auth ?? { backend: isNew ? undefined : 'custom' };
  const fields = differing(
    { backend, fallbackURL: orCleared(work, auth.fallbackURL), logoutURL: orCleared(work, auth.logoutURL) },
    { ...now },
  );
  const isPlain = isNew && backend === 'custom' && !auth.fallbackURL && !auth.logoutURL;
  proposeFields(work, isPlain || Object.keys(fields).length === 0 ? {} : { ...fields, backend }, {
    operation: updatePublishingAuth,
    input: {},
    target: { kind: 'visitor sign-in of site', title: file.title },
    raw: live.auth,
    needs,
  });
}

/** Throws ValidationError for what the file names and may not be read here: sent unseen, it could be there twice. */
export function refuseHidden({ file, live }: Work): void {
  const part = live.hidden.find((name) => [file[name] ?? []].flat().length > 0);
  if (part === undefined) return;
  throw misfit(
    `"${part}" of site "${live.site.title}" cannot be read with this token or plan`,
    `remove "${part}" from the file`,
  );
}

export function planAdaptiveSchema(work: Work): void {
  const { file, live, place, wishes } = work;
  const { adaptiveSchema } = file;
  if (!adaptiveSchema) return;
  if (live.adaptiveSchema && isDeepStrictEqual(live.adaptiveSchema, adaptiveSchema)) {
    work.unchanged += 1;
    return;
  }
  wishes.add({
    operation: setAdaptiveSchema,
    input: { ...place, jsonSchema: adaptiveSchema },
    target: { kind: 'visitor schema of site', title: file.title },
    ...(live.adaptiveSchema && { live: { jsonSchema: live.adaptiveSchema } }),
    ...(live.adaptiveSchema === null && !work.isNew && { live: null }),
  });
}

/** What is done to one installation is done in turn. */
export const installationLane = (name: string): string => `installation ${name}`;

interface Installed {
  id: string;
  /** It is on every site. */
  all: boolean;
}

/** Of an organization, by the name of the integration. */
export type Installations = ReadonlyMap<string, Installed>;

/** As the changes that come before leave them. */
export function installationsAfter({ rows }: Work['wishes'], now: Installations): Installations {
  const after = new Map(now);
  for (const [at, { operation, input }] of rows.entries()) {
    const name = String(input.integrationName);
    if (operation === installationsApi.installIntegration)
      after.set(name, { id: `{row ${at + 1}}.id`, all: false });
    const known = after.get(name);
    if (operation === installationsApi.updateInstallation && known && input.site_selection !== undefined)
      after.set(name, { ...known, all: input.site_selection === 'all' });
  }
  return after;
}

/** What was on every site is on none once sites are chosen for it. */
const leavesAll = ({ rows }: Work['wishes'], name: string): boolean =>
  rows.some(
    ({ operation, input }) =>
      operation === installationsApi.updateInstallation &&
      input.integrationName === name &&
      input.site_selection === 'selected',
  );

/** Names that the file adds or, with --prune, leaves out. */
export function integrationsToChange({
  file,
  live,
  prune,
  wishes,
}: Pick<Work, 'file' | 'live' | 'prune' | 'wishes'>) {
  const wanted = file.integrations ?? [];
  const now = (live.integrations ?? []).filter((name) => !leavesAll(wishes, name));
  return {
    add: wanted.filter((name) => !now.includes(name)),
    remove: prune && file.integrations ? now.filter((name) => !wanted.includes(name)) : [],
  };
}

const isGoing = ({ rows }: Work['wishes'], name: string): boolean =>
  rows.some(
    ({ operation, input }) =>
      operation === installationsApi.deleteInstallation && input.integrationName === name,
  );

/** Returns the numbers of the changes. Throws ValidationError for what the organization has not installed. */
export function planIntegrations(work: Work, installations: Installations): number[] {
  const { file, place, wishes } = work;
  const { add: missing, remove: extra } = integrationsToChange(work);
  const isEverywhere = (name: string) => installations.get(name)?.all === true;
  // What is on every site, or will be, is on each of them, and cannot leave a single one.
  const add = missing.filter((name) => !isEverywhere(name));
  const remove = extra.filter((name) => !isEverywhere(name));
  const removed = (file.integrations ?? []).find((name) => isGoing(wishes, name));
  if (removed !== undefined)
    throw misfit(
      `${fieldText(work, 'integrations')}integration "${removed}" would be removed: integrations.yaml does not name it`,
      'name it there, or remove it from the file of the site',
    );
  const inputOf = (name: string) => {
    const installed = installations.get(name);
    if (installed) return { integrationName: name, installationId: installed.id, siteId: place.siteId };
    throw misfit(
      `${fieldText(work, 'integrations')}integration "${name}" is not installed in the organization`,
      `${shell`docs integrations install ${name}`}, or remove it from the file`,
    );
  };
  work.unchanged += (file.integrations ?? []).length - add.length;
  const before = wishes.rows.length;
  const about = (name: string) => ({
    input: inputOf(name),
    target: { kind: 'integration', title: name },
    lanes: [installationLane(name)],
  });
  for (const name of add) wishes.add({ ...about(name), operation: installationsApi.addInstallationSite });
  for (const name of remove)
    wishes.add({
      ...about(name),
      operation: installationsApi.removeInstallationSite,
      follows: 'its settings on the site are lost',
    });
  return wishes.rows.slice(before).map((_, at) => before + at + 1);
}
