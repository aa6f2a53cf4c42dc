// docs sandbox clone: an organization into a sandbox of its own, to try changes on. Reads only.

import { listCollections } from '../../../api/content/collections.ts';
import { getChangeRequestContent, getContent } from '../../../api/content/content.ts';
import { getPage } from '../../../api/content/pages.ts';
import { getRevision, getRevisionPage } from '../../../api/content/revisions.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import { listInstallationSites } from '../../../api/integrations/installation-sites.ts';
import { listInstallationSpaces } from '../../../api/integrations/installation-spaces.ts';
import {
  listOrganizationInstallations,
  listOrganizationIntegrations,
} from '../../../api/integrations/installed-integrations.ts';
import { listOpenApiSpecs } from '../../../api/integrations/openapi.ts';
import {
  getOpenApiContent,
  getRawOpenApiContent,
  listOpenApiVersions,
} from '../../../api/integrations/openapi-versions.ts';
import { listAuditEvents } from '../../../api/people/audit-events.ts';
import { listLinkInvites } from '../../../api/people/link-invites.ts';
import { listMembers } from '../../../api/people/members.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import { listSamlProviders } from '../../../api/people/saml.ts';
import { listTeamMembers } from '../../../api/people/team-members.ts';
import { listTeams } from '../../../api/people/teams.ts';
import { getCaller } from '../../../api/people/users.ts';
import { listOrganizationChangeRequests } from '../../../api/review/change-requests.ts';
import { listChangeRequestCommentReplies, listCommentReplies } from '../../../api/review/comment-replies.ts';
import { listChangeRequestComments, listComments } from '../../../api/review/comments.ts';
import { listRequestedReviewers } from '../../../api/review/reviewers.ts';
import { listReviews } from '../../../api/review/reviews.ts';
import { getAdaptiveSchema } from '../../../api/sites/adaptive-schema.ts';
import { getHostname } from '../../../api/sites/custom-hostnames.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../../api/sites/customization.ts';
import { getPublishingAuth } from '../../../api/sites/site-publishing.ts';
import { listRedirects } from '../../../api/sites/site-redirects.ts';
import { listShareLinks } from '../../../api/sites/site-share-links.ts';
import { listSiteSpaces } from '../../../api/sites/site-spaces.ts';
import { getSiteStructure } from '../../../api/sites/site-structure.ts';
import { listSites } from '../../../api/sites/sites.ts';
import { listGlossary } from '../../../api/translations/glossary.ts';
import { listTranslations } from '../../../api/translations/translations.ts';
import { readingClient } from '../../../client/reading-client.ts';
import { requirePath } from '../../../config/paths.ts';
import { handmade, type Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../../engine/model/globals.ts';
import { idIn, readNamed } from '../../../engine/references/named.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../../engine/run/concurrency.ts';
import { sameCommand, throwUnfinished } from '../../../engine/run/partial-failure.ts';
import type { Run } from '../../../engine/run/run.ts';
import { openClient } from '../../../engine/run/session.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { UsageError } from '../../../errors.ts';
import { note, warn } from '../../../output/note.ts';
import { startBar } from '../../../output/progress-bar.ts';
import { renderItem } from '../../../output/render.ts';
import { safeLine } from '../../../output/safe-text.ts';
import { LIST } from '../../../workflows/access/grant-operations.ts';
import type { CloneJob, CloneReport } from '../../../workflows/clone/clone.ts';
import { door, fileOf, keepProfile, refuseReadOnly, refuseRealProfile } from './sandbox-make.ts';

const REHEARSAL = 'rehearsal';

const FLAGS = [
  {
    flags: '--from <profile>',
    description: 'profile to read from (default: the one in use)',
    group: 'Context:',
  },
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  {
    flags: '--spaces <spaces>',
    description: 'only these spaces: IDs or titles, separated by commas',
    group: 'Fields:',
  },
  {
    flags: '--sites <sites>',
    description: 'only these sites and the spaces on them: IDs or titles',
    group: 'Fields:',
  },
  { flags: '--no-content', description: 'leave pages, files and change requests out', group: 'Fields:' },
  { flags: '--file <file>', description: 'database file', group: 'Fields:' },
  {
    flags: '--name <profile>',
    description: `name of the new profile (default: ${REHEARSAL})`,
    group: 'Fields:',
  },
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

type CloneRun = Run<FlagsOf<typeof FLAGS>>;

const COLUMNS = [
  'file',
  'profile',
  'members',
  'teams',
  'collections',
  'spaces',
  'sites',
  'unchanged',
  'changeRequests',
  'fetched',
];

export const sandboxClone = handmade('clone', {
  summary: 'Copy an organization to a sandbox, to rehearse changes on',
  changesHere: true,
  options: FLAGS,
  columns: COLUMNS,
  fields: COLUMNS,
  uses: [
    getOrganization,
    getCaller,
    listMembers,
    listTeams,
    listTeamMembers,
    listSamlProviders,
    listAuditEvents,
    listCollections,
    ...Object.values(LIST.user),
    ...Object.values(LIST.team),
    listSpaces,
    getContent,
    getPage,
    getRevision,
    getRevisionPage,
    listOrganizationChangeRequests,
    getChangeRequestContent,
    listReviews,
    listRequestedReviewers,
    listComments,
    listCommentReplies,
    listChangeRequestComments,
    listChangeRequestCommentReplies,
    listSites,
    getSiteStructure,
    listSiteSpaces,
    listRedirects,
    getCustomization,
    getSiteSpaceCustomization,
    listShareLinks,
    getPublishingAuth,
    getAdaptiveSchema,
    getHostname,
    listOpenApiSpecs,
    listOpenApiVersions,
    getRawOpenApiContent,
    getOpenApiContent,
    listTranslations,
    listGlossary,
    listOrganizationIntegrations,
    listOrganizationInstallations,
    listInstallationSpaces,
    listInstallationSites,
    listLinkInvites,
  ],
  exits: [7],
  examples: [
    ['Copy the organization in use', 'docs sandbox clone --file ./rehearsal.db'],
    ['Copy two spaces under another name', 'docs sandbox clone --spaces Guides,Handbook --name try-guides'],
    ['Copy people, access and spaces without content', 'docs sandbox clone --no-content --name people'],
  ],
  notes: `Sends GET requests only. IDs stay the same, so a plan for the organization fits the copy:
docs apply plan.json --rehearse --profile rehearsal. Run it again to fetch what changed and to drop what was tried.
Not copied: merged and archived change requests, Git sync, events, insights, the text of reusable content, scripts of
integrations, and keys of any kind. Share links get URLs of their own.`,
  run: clone,
});

async function clone(run: CloneRun): Promise<void> {
  const { context, flags } = run;
  const { from } = flags;
  if (typeof from === 'string') {
    if (run.flags.profile !== undefined && run.flags.profile !== from)
      throw new UsageError('--from and --profile name two profiles', { hint: `${run.path} --help` });
    run.flags.profile = from;
  }
  const name = typeof flags.name === 'string' ? flags.name : REHEARSAL;
  const file = fileIn(run, name);
  refuseReadOnly(run, `fill a sandbox at ${file}`, file);
  await refuseRealProfile(run, REHEARSAL);
  await refuseOtherProfile(run, name, file);
  const concurrency = readWidthOf(run);
  const client = readingClient(await openClient(context, run.config(), flags, true));
  const organization = await readNamed(run, getOrganization, (input) =>
    client.call(getOrganization, { organizationId: idIn(input, 'organizationId') }),
  );
  const caller = await client.call(getCaller, {});
  const { openClone } = await (await door()).clones();
  const source = { origin: run.config().baseUrl.value, organization, caller };
  const sink = await openClone(file, source, { env: context.env, now: context.now });
  try {
    const report = await cloneWithBar(run, {
      client,
      organizationId: organization.id,
      sink,
      withContent: flags.content !== false,
      concurrency,
      now: context.now,
      scope: {
        ...(typeof flags.spaces === 'string' && { spaces: namesIn(flags.spaces) }),
        ...(typeof flags.sites === 'string' && { sites: namesIn(flags.sites) }),
      },
    });
    await keepProfile(run, file, sink.token(), { fallback: REHEARSAL, organization });
    sink.endEarlierTokens();
    await conclude(run, report, { file, profile: name });
  } finally {
    sink.close();
  }
}

const namesIn = (list: string) => list.split(',').map((one) => one.trim());

/** Throws UsageError for a profile that leads elsewhere, such as the one that is read from. */
async function refuseOtherProfile(run: CloneRun, name: string, file: string): Promise<void> {
  const { listProfiles } = await import('../../../config/profiles.ts');
  const known = listProfiles(run.context.paths()).find((profile) => profile.name === name);
  if (!known || known.baseUrl === `sandbox:${file}`) return;
  throw new UsageError(`profile "${name}" is for ${known.baseUrl}, not for ${file}`, {
    code: 'PROFILE_EXISTS',
    hint: 'choose another name: --name <profile>',
  });
}

/** Beside the default sandbox, by the name of its profile. */
function fileIn(run: CloneRun, name: string): string {
  if (typeof run.flags.file === 'string') return fileOf(run);
  const safe = /^[\w-][\w.-]*$/.test(name) && name !== 'sandbox' ? name : REHEARSAL;
  return `${requirePath(run.context.paths(), 'data')}/${safe}.db`;
}

async function cloneWithBar(run: CloneRun, job: CloneJob): Promise<CloneReport> {
  const { cloneOrganization } = await import('../../../workflows/clone/clone.ts');
  let bar: ReturnType<typeof startBar> | undefined;
  try {
    return await cloneOrganization({
      ...job,
      onPlan: (count) => {
        bar = startBar(run.context.io, 'cloning spaces', count);
      },
      onStep: (ok) => bar?.step(ok),
    });
  } finally {
    bar?.stop();
  }
}

/** Throws PartialError (exit 7) where a space could not be read. */
async function conclude(
  run: CloneRun,
  report: CloneReport,
  made: { file: string; profile: string },
): Promise<void> {
  const { failures, skipped, ...counts } = report;
  const { io } = run.context;
  await renderItem(io, { ...made, ...counts }, viewOf(run));
  for (const { part, error } of skipped) warn(io, `${part} not copied: ${error.message}`);
  if (failures.length === 0)
    return note(io, `${counts.unchanged} of ${counts.spaces} spaces had not changed`);
  throwUnfinished({
    what: 'space',
    done: counts.spaces - failures.length,
    total: counts.spaces,
    failures: failures.map(({ space, error }) => ({ name: safeLine(space.title), error })),
    hint: sameCommand(run),
  });
}
