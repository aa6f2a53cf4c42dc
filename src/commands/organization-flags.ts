// Flags of docs orgs update that are no plain fields.

import type { Danger, Option, Stakes } from '../engine/model/command.ts';
import type { Run } from '../engine/run/run.ts';
import { UsageError } from '../errors.ts';
import { adminBy } from './widening.ts';

const FIELDS = 'Fields:';

export const ORGANIZATION_FLAGS: Option[] = [
  { flags: '--email-domain <list>', description: 'email domains whose users may join', group: FIELDS },
  { flags: '--default-site <site>', description: 'site to show as the public content', group: FIELDS },
  { flags: '--clear-default-site', description: 'show no site as the public content', group: FIELDS },
  {
    flags: '--merge-reviewers <members>',
    description: 'require a review by each of these members before merging',
    group: FIELDS,
  },
];

/** Turns the flags above into fields of the body. Throws UsageError. */
export async function readOrganizationFlags(run: Run): Promise<void> {
  const { emailDomain, defaultSite, clearDefaultSite, mergeReviewers } = run.flags;
  if (defaultSite !== undefined && clearDefaultSite) {
    throw new UsageError('--default-site and --clear-default-site exclude each other', {
      hint: `${run.path} --help`,
    });
  }
  run.input = {
    ...run.input,
    ...(typeof emailDomain === 'string' && { emailDomains: wordsOf(emailDomain) }),
    ...(clearDefaultSite === true && { defaultContent: null }),
    ...(defaultSite !== undefined && { defaultContent: { type: 'site', site: defaultSite } }),
  };
  if (typeof mergeReviewers === 'string') readReviewers(run, mergeReviewers);
}

/** Reviewers stand deep in the rules: a path to them goes through the place of the rule. */
export const REVIEWER_REFS = { 'mergeRules.rules.0.users': 'userId' };

function readReviewers(run: Run, names: string): void {
  const rule = { rule: 'require_specific_reviewers', users: wordsOf(names) };
  run.input = { ...run.input, mergeRules: { type: 'rules', rules: [rule] } };
}

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const toAdmin = adminBy('defaultRole', 'everyone who joins can change and delete everything');

const changesSso = ({ input, target }: Run): boolean => input.sso !== undefined && input.sso !== target?.sso;

/** Everybody's way in changes with `sso`. */
export const organizationDanger = (run: Run): Danger | Promise<Danger> =>
  changesSso(run) ? 'severe' : toAdmin.dangerOf(run);

export function organizationStakes(run: Run): Stakes | Promise<Stakes> {
  if (!changesSso(run)) return toAdmin.stakes(run);
  return run.input.sso === true
    ? { change: 'to require single sign-on', follows: 'members can sign in with single sign-on only' }
    : { change: 'to no longer require single sign-on', follows: 'members can sign in without it' };
}
