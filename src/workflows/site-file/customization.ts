// The looks of a site, and what its spaces have of their own, as its file has them.
import { isDeepStrictEqual } from 'node:util';
import { check } from '../../api/check.ts';
import { OTHER_FIELDS } from '../../api/operation.ts';
import {
  resetSiteSpaceCustomization,
  SiteCustomizationSettingsInput,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../api/sites/customization.ts';
import { asTold } from '../looks-as-told.ts';
import { type Fields, overridesToSend, wholeLooks } from './looks.ts';
import { lineOf, misfit, type WantedSpace, type Work } from './work.ts';

/** Throws ValidationError for a part of the looks where the whole is not known. */
export function planLooks(work: Work): void {
  const { file, live, place, wishes, prune, isNew } = work;
  const now = live.customization ?? {};
  let after = now;
  if (file.customization) {
    const wanted: Fields = file.customization;
    const whole = live.customization ? wholeLooks(live.customization, wanted, prune) : wanted;
    after = whole;
    const input = asTold(setCustomization, { ...place, ...whole }, now);
    const told = Object.keys(Object(input[OTHER_FIELDS]));
    const [problem] = check(SiteCustomizationSettingsInput, whole).filter(
      ({ path }) => !told.includes(path.split('.')[0] ?? ''),
    );
    if (problem)
      throw misfit(
        `"customization.${problem.path}" ${problem.message}`,
        isNew
          ? 'remove "customization" from the file, apply it, then docs sites pull shows the whole of it'
          : 'docs customization get --help',
      );
    if (live.customization && isDeepStrictEqual(whole, live.customization)) work.unchanged += 1;
    else
      wishes.add({
        operation: setCustomization,
        input,
        target: { kind: 'customization of site', title: file.title },
        ...(live.customization && { live: { ...live.customization } }),
        lanes: ['looks'],
      });
  }
  for (const one of work.spaces.values()) planOverrides(work, one, { now, after });
}

function planOverrides(work: Work, one: WantedSpace, site: { now: Fields; after: Fields }): void {
  const { live, prune, place, wishes } = work;
  const { item, isNew, id = '' } = one;
  if (item.customization === undefined && !prune && !isNew) return;
  const known = (one.live && live.looks.get(one.live.id)) ?? {};
  // What is added again has lost what it had.
  const now = isNew ? {} : known;
  const wanted: Fields = item.customization ?? (isNew && !prune ? known : {});
  const changes = overridesToSend(now, wanted, { prune, site });
  if (changes === undefined) return;
  const about = {
    target: { kind: 'customization of site space', title: one.title },
    lanes: [`customization of ${id}`],
    ...lineOf(work, item),
  };
  // The platform has no way to clear an announcement alone.
  const resets = changes === 'reset' || changes.announcement === null;
  const siteSpaceId = id;
  if (resets)
    wishes.add({ ...about, operation: resetSiteSpaceCustomization, input: { ...place, siteSpaceId } });
  const fields = resets ? wanted : changes;
  if (Object.keys(fields).length > 0)
    wishes.add({
      ...about,
      operation: updateSiteSpaceCustomization,
      input: asTold(updateSiteSpaceCustomization, { ...place, siteSpaceId, ...fields }, site.now),
    });
}
