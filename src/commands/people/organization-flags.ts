// Flags of docs orgs update that are no plain fields.

import type { Option, Stakes } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { changesSso, makesAdmins, newDomains, opensLinks } from '../../workflows/dangers/people.ts';
import { toAdmin } from '../widening.ts';

const FIELDS = 'Fields:';

export const ORGANIZATION_FLAGS = [
  {
    flags: '--email-domain <list>',
    reach: 'platform',
    description: 'email domains whose users can join',
    group: FIELDS,
  },
  { flags: '--default-site <site>', description: 'site to show as the public content', group: FIELDS },
  {
    flags: '--clear-default-site',
    reach: 'platform',
    description: 'show no site as the public content',
    group: FIELDS,
  },
  {
    flags: '--merge-reviewers <members>',
    description: 'require a review by each of these members before merging',
    group: FIELDS,
  },
] as const satisfies readonly Option[];

export type OrganizationRun = Run<FlagsOf<typeof ORGANIZATION_FLAGS>>;

/** Turns the flags above into fields of the body. Throws UsageError. */
export async function readOrganizationFlags(run: OrganizationRun): Promise<void> {
  const { emailDomain, defaultSite, clearDefaultSite, mergeReviewers } = run.flags;
  if (defaultSite !== undefined && clearDefaultSite) {
    throw new UsageError('--default-site and --clear-default-site cannot be used together', {
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

function readReviewers(run: OrganizationRun, names: string): void {
  const rule = { rule: 'require_specific_reviewers', users: wordsOf(names) };
  run.input = { ...run.input, mergeRules: { type: 'rules', rules: [rule] } };
}

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** All that one question is about. */
export function organizationStakes(run: OrganizationRun): Stakes {
  const domains = newDomains(run);
  const changes = [
    ...(changesSso(run) ? [`to ${run.input.sso === true ? '' : 'no longer '}require single sign-on`] : []),
    ...(domains.length > 0 ? [`to let in ${domains.join(', ')}`] : []),
    ...(opensLinks(run) ? ['to allow invite links'] : []),
    ...(makesAdmins(run) ? [toAdmin(run).change] : []),
  ];
  return { change: changes.join(' and ') };
}
