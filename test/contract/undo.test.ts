import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { reversalOf } from '../../src/domain/reversals/of-operations.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { openDatabase } from '../../src/sandbox/db/database.ts';
import { activeAdmins, members, organizations } from '../../src/sandbox/db/people/organizations.ts';
import { newId } from '../../src/sandbox/ids.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { perTest } from '../helpers/lasting.ts';
import { undoneInScript } from '../helpers/scripts.ts';

interface Case {
  /** Commands before it, which are not undone. */
  first?: string[];
  change: string;
  /** What shows everything it may have changed. */
  look: string[];
  /** Fields that undo does not bring back, as its note says. */
  but?: string[];
}

const SITE = '--site "Tarnpost Docs"';
const PORTAL = '--site "Partner portal"';
const SPACES = ['spaces list --json --org $ORG', 'spaces list --json --org $OTHER'];
const COLLECTIONS = [...SPACES, 'collections list --json --org $ORG', 'collections list --json --org $OTHER'];
const STRUCTURE = [`sites structure get ${SITE} --json`, `sites sections list ${SITE} --json`];
const REDIRECTS = [`redirects list ${SITE} --json`];
const LOOKS = ['customization get $SITE --json', 'customization get $SITE --site-space api --json'];
const COMMENTS = ['comments list --space $GUIDES --json', 'comments list --space $GUIDES --cr 4 --json'];
const TEAM = ['teams members list Documentation --json', 'teams list --json'];
const SITES = ['sites list --json', `sites get "Tarnpost Docs" --json`, `sites get "Partner portal" --json`];

/** By the operation that the command sends; with several targets wherever the command takes several. */
const CASES: Record<string, Case> = {
  'spaces.update': { change: 'spaces update Guides Handbook --title Same --language fr', look: SPACES },
  'spaces.delete': { change: 'spaces delete Guides Handbook "API reference" --yes', look: SPACES },
  'spaces.restore': {
    first: ['spaces delete $HANDBOOK $NOTES --yes'],
    change: 'spaces restore $HANDBOOK $NOTES',
    look: SPACES,
  },
  'spaces.move': { change: 'spaces move $NOTES $API $GUIDES --parent Archive', look: SPACES },
  'spaces.transfer': {
    first: ['spaces create --title Spare', 'spaces create --title Surplus'],
    change: 'spaces transfer Spare Surplus --organization $OTHER --yes',
    look: ['spaces list --json --org $OTHER'],
  },
  'collections.update': {
    change: 'collections update Internal Archive --title Same --description "For us"',
    look: COLLECTIONS,
  },
  'collections.move': {
    first: ['collections create One', 'collections create Two --parent Internal'],
    change: 'collections move One Two --parent Archive --yes',
    look: COLLECTIONS,
  },
  'collections.transfer': {
    first: ['collections create One'],
    change: 'collections transfer $ARCHIVE One --organization $OTHER --yes',
    look: ['collections list --json --fields id,title,organization --org $OTHER'],
  },
  'comments.update': { change: 'comments resolve $OPEN1 $OPEN2 --space $GUIDES', look: COMMENTS },
  'comments.updateInChangeRequest': {
    first: ['comments create --space $GUIDES --cr 4 --body "One more"'],
    change: 'comments resolve $CR_COMMENTS --space $GUIDES --cr 4',
    look: COMMENTS,
  },
  'commentReplies.update': {
    first: [
      'comments replies create $OPEN1 --space $GUIDES --body One',
      'comments replies create $OPEN1 --space $GUIDES --body Two',
    ],
    change: 'comments replies update $OPEN1 $REPLIES --space $GUIDES --body Other',
    look: ['comments replies list $OPEN1 --space $GUIDES --json'],
  },
  'commentReplies.updateInChangeRequest': {
    first: [
      'comments replies create $CR_COMMENT --space $GUIDES --cr 4 --body One',
      'comments replies create $CR_COMMENT --space $GUIDES --cr 4 --body Two',
    ],
    change: 'comments replies update $CR_COMMENT $CR_REPLIES --space $GUIDES --cr 4 --body Other',
    look: ['comments replies list $CR_COMMENT --space $GUIDES --cr 4 --json'],
  },
  'changeRequests.update': {
    change: 'cr update 1 2 --space $GUIDES --subject Other --status draft',
    look: ['cr list --space $GUIDES --status all --json'],
  },
  'reviewers.remove': {
    first: ['cr reviewers request 2 $JONAS $MEI --space $GUIDES'],
    change: 'cr reviewers remove 2 $JONAS $MEI --space $GUIDES --yes',
    look: [`cr reviewers list 2 --space $GUIDES --jq '[.[].user.id] | sort'`],
  },
  'sites.update': {
    change: 'sites update "Tarnpost Docs" "Partner portal" --visibility unlisted --title Same --yes',
    look: ['sites list --json', 'sites get $SITE --json'],
  },
  'sites.publish': {
    first: ['sites unpublish "Tarnpost Docs" "Partner portal" --yes'],
    change: 'sites publish "Tarnpost Docs" "Partner portal" --yes',
    look: SITES,
  },
  'sites.unpublish': {
    first: ['sites publish "Tarnpost Docs" "Partner portal" --yes'],
    change: 'sites unpublish "Tarnpost Docs" "Partner portal" --yes',
    look: SITES,
  },
  'siteStructure.sort': { change: `sites structure sort API --before Guides ${SITE}`, look: STRUCTURE },
  'siteSections.update': {
    change: `sites sections update Guides API ${SITE} --description "All of it"`,
    look: STRUCTURE,
  },
  'siteSections.move': {
    change: `sites sections move Guides --after API ${SITE}`,
    look: STRUCTURE,
  },
  'siteSectionGroups.update': {
    change: `sites groups update Resources ${SITE} --title More`,
    look: [...STRUCTURE, `sites groups list ${SITE} --json`],
  },
  'siteSectionGroups.add': {
    change: `sites groups add Resources Guides API ${SITE}`,
    look: [`sites groups list ${SITE} --json`],
  },
  'siteSectionGroups.remove': {
    first: [`sites groups add Resources API ${SITE}`],
    change: `sites groups remove Resources "Release notes" API ${SITE}`,
    look: [`sites sections list ${SITE} --jq '[.[] | [.id, .sectionGroup]] | sort'`],
  },
  'siteSpaces.update': {
    change: `sites spaces update api-reference release-notes ${PORTAL} --condition visitor.claims.beta`,
    look: [`sites spaces list ${PORTAL} --json`],
  },
  'siteSpaces.move': {
    change: `sites spaces move release-notes --before api-reference ${PORTAL}`,
    look: [`sites structure get ${PORTAL} --json`],
  },
  'adaptiveSchema.set': {
    first: ['sites schema set "Tarnpost Docs" schema1.json'],
    change: 'sites schema set "Tarnpost Docs" schema2.json',
    look: ['sites schema get "Tarnpost Docs" --json'],
  },
  'siteRedirects.update': {
    change: `redirects update /getting-started "/reference/*" ${SITE} --permanent`,
    look: REDIRECTS,
  },
  'siteRedirects.push': {
    change: `redirects push redirects.csv ${SITE} --prune --max-remove 100% --yes`,
    look: [`redirects list ${SITE} --order-by source --jq 'map(del(.id, .createdAt))'`],
  },
  'siteShareLinks.update': {
    change: `share-links update "Partners 2026" --no-active --name Closed ${PORTAL}`,
    look: [`share-links list ${PORTAL} --json`],
  },
  'sitePublishing.updateAuth': {
    change: 'publishing auth update $SITE --backend custom --fallback-url https://login.example/x',
    look: ['publishing auth get $SITE --json'],
  },
  'siteMcpServers.update': {
    change: `mcp-servers update "Parcel tools" --transport sse --name Tools ${SITE}`,
    look: [`mcp-servers list ${SITE} --json`],
  },
  'contextConnections.update': {
    change: `connections update "Support mailbox" --label Mail --filter open --usage-settings-search-boost x1.2 ${SITE}`,
    look: [`connections list ${SITE} --json`],
  },
  'siteTopics.update': {
    change: `topics update "Customs forms" "Label printer prints blank pages" --no-usage-settings-change-requests ${SITE}`,
    look: [`topics list ${SITE} --jq 'map(del(.updatedAt))'`],
  },
  'siteFindings.update': {
    change: `findings update "Broken link: tools/shipping-calculator.md" --status canceled ${SITE}`,
    look: [`findings list ${SITE} --jq 'map(del(.updatedAt)) | sort_by(.id)'`],
  },
  'siteAgentSettings.set': {
    first: ['sites agent set $SITE --instructions-file one.md'],
    change: 'sites agent set $SITE --instructions-file two.md --scans-topics never',
    look: ['sites agent get $SITE --json'],
  },
  'siteExternalLinks.update': {
    change: `external-links update Support --title Help --icon star --clear-parent ${SITE}`,
    look: ['sites structure get $SITE --jq \'[.. | objects | select(.object == "site-external-link")]\''],
  },
  'fonts.update': {
    change: 'fonts update "Tarnpost Sans" --font-family "Tarnpost Grotesk"',
    look: ['fonts list --json'],
  },
  'customization.set': {
    first: [`customization set $SITE --set announcement='{"enabled":true,"message":"Hello","style":"info"}'`],
    change: 'customization set $SITE --set styling.theme=bold title=Parcels --unset announcement',
    look: LOOKS,
  },
  'customization.updateOfSiteSpace': {
    change: 'customization set $SITE --site-space api --set themes.default=system styling.theme=muted',
    look: LOOKS,
  },
  'customization.reset': {
    first: ['customization set $SITE --site-space api --set styling.primaryColor=#123456'],
    change: `customization reset api ${SITE} --yes`,
    look: LOOKS,
  },
  'openapi.update': {
    change: 'openapi update parcels --visibility private',
    look: ['openapi list --json'],
  },
  'translations.update': {
    first: [
      'translations create --source-space Guides --source-language en --language fr --instructions-file one.md',
    ],
    change: 'translations update $TRANSLATION --instructions-file two.md',
    look: ['translations get $TRANSLATION --json'],
  },
  'orgs.update': {
    change: 'orgs update --title Tarnish --no-invite-links --default-role read',
    look: ['orgs get $ORG --json'],
  },
  'agentInstructions.set': {
    first: ['orgs instructions set --instructions-file one.md'],
    change: 'orgs instructions set --instructions-file two.md',
    look: ['orgs instructions get --json'],
  },
  'linkInvites.update': {
    first: ['invites links create --role comment --yes', 'invites links create --role edit --yes'],
    change: 'invites links update $LINKS --role review --yes',
    look: ['invites links list --json'],
  },
  'users.update': {
    change: 'users update ines@tarnpost.example --display-name Ines',
    look: ['users get ines@tarnpost.example --json'],
  },
  'members.update': {
    change: 'members update $JONAS $MEI aiko@tarnpost.example --role comment --yes',
    look: ['members list --json'],
  },
  'teams.update': { change: 'teams update Documentation Support --title Same', look: ['teams list --json'] },
  'teamMembers.change': {
    change: 'teams members add Documentation aiko@tarnpost.example priya@tarnpost.example $JONAS',
    look: TEAM,
  },
  'teamMembers.set': {
    change: 'teams members update Documentation $JONAS tomas@tarnpost.example --role owner',
    look: TEAM,
  },
  'teamMembers.remove': {
    change: 'teams members remove Documentation $JONAS tomas@tarnpost.example --yes',
    look: TEAM,
    but: ['addedAt', 'joinedAt'],
  },
  'installations.update': {
    change: 'installations update parcel-map --external-ids one,two --space-selection selected --yes',
    look: ['installations get parcel-map --json'],
  },
  'installationSpaces.update': {
    change: 'installations spaces update parcel-map Guides Handbook --external-ids one',
    look: ['installations spaces list parcel-map --json'],
  },
  'installationSites.update': {
    change: 'installations sites update parcel-map "Tarnpost Docs" --external-ids one',
    look: ['installations sites list parcel-map --json'],
  },
  'saml.update': {
    change: 'saml update "Tarnpost login" --label Other --default-role edit',
    look: ['saml list --json'],
  },
};

/** A source by URL only, which a test has no host for: test/unit/jobs/page-edits covers it. */
const ELSEWHERE = ['openapi.set'];

for (const [resource, where] of [
  ['spacePermissions', '--space $GUIDES'],
  ['collectionPermissions', '--collection Internal'],
  ['sitePermissions', '--site "Tarnpost Docs"'],
] as const) {
  const first = [`permissions add ${where} --users $JONAS,$MEI --teams Support,Documentation --role edit`];
  const seen = [`permissions users list ${where} --json`, `permissions teams list ${where} --json`];
  Object.assign(CASES, {
    [`${resource}.add`]: { change: `permissions add ${where} --users $JONAS --role edit`, look: seen },
    [`${resource}.updateUser`]: {
      first,
      change: `permissions users update $JONAS $MEI ${where} --role review`,
      look: seen,
    },
    [`${resource}.removeUser`]: {
      first,
      change: `permissions users remove $JONAS $MEI ${where} --yes`,
      look: seen,
    },
    [`${resource}.updateTeam`]: {
      first,
      change: `permissions teams update Support Documentation ${where} --role review`,
      look: seen,
    },
    [`${resource}.removeTeam`]: {
      first,
      change: `permissions teams remove Support Documentation ${where} --yes`,
      look: seen,
    },
  });
}

/** What a name in a line is the ID of, or the IDs: asked for when a line needs it. */
const NAMES: Record<string, string> = {
  $GUIDES: 'spaces get Guides -q',
  $HANDBOOK: 'spaces get Handbook -q',
  $API: 'spaces get "API reference" -q',
  $NOTES: 'spaces get "Release notes" -q',
  $ARCHIVE: 'collections get Archive -q',
  $SITE: 'sites get "Tarnpost Docs" -q',
  $OPEN1: 'comments list --space Guides --status open --limit 1 -q',
  $OPEN2: 'comments list --space Guides --status open -q',
  $CR_COMMENT: 'comments list --space Guides --cr 4 --limit 1 -q',
  $CR_COMMENTS: 'comments list --space Guides --cr 4 --status open -q',
  $REPLIES: 'comments replies list $OPEN1 --space $GUIDES -q',
  $CR_REPLIES: 'comments replies list $CR_COMMENT --space $GUIDES --cr 4 -q',
  $LINKS: 'invites links list -q',
  $JONAS: 'members get jonas@tarnpost.example -q',
  $MEI: 'members get mei@tarnpost.example -q',
  $TRANSLATION: 'translations list -q',
};
const ids = new Map<string, string>();

const docs = perTest(sandboxedCli);
beforeEach(async () => {
  ids.clear();
  const organization = (await ok('orgs list -q')).trim();
  ids.set('$ORG', organization);
  ids.set('$OTHER', addOrganization(organization));
  writeFileSync(join(docs.cwd, 'one.md'), 'Write short sentences.\n');
  writeFileSync(join(docs.cwd, 'two.md'), 'Write long sentences.\n');
  writeFileSync(
    join(docs.cwd, 'redirects.csv'),
    'source,destination,intent\n/new,/guides,live\n/changelog,,publish\n/soon,/api,draft\n',
  );
  const schema = (name: string) =>
    JSON.stringify({
      type: 'object',
      properties: { [name]: { type: 'string', description: name } },
      additionalProperties: false,
    });
  writeFileSync(join(docs.cwd, 'schema1.json'), schema('one'));
  writeFileSync(join(docs.cwd, 'schema2.json'), schema('two'));
});

/** Another organization, of which the same person is an administrator. */
function addOrganization(of: string): string {
  const db = openDatabase(join(docs.home, '.local/share/docs/sandbox.db'));
  const row = organizations(db).find({ id: of });
  const [user = ''] = activeAdmins(db, of);
  const admin = members(db).find({ organization: of, user });
  if (!row || !admin) throw new Error('no organization');
  const id = newId();
  organizations(db).insert({ ...row, id, title: 'Second', hostname: null });
  members(db).insert({ ...admin, organization: id });
  db.close();
  return id;
}

async function ok(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run(line);
  expect(exitCode, `${line}\n${stderr}`).toBe(0);
  return stdout;
}

async function run(line: string) {
  const organization = ids.get('$ORG');
  return docs(await filled(line), { env: organization ? { DOCS_ORG: organization } : {} });
}

async function filled(line: string): Promise<string> {
  let text = line;
  for (const [name] of line.matchAll(/\$\w+/g)) {
    const query = NAMES[name];
    if (!ids.has(name) && query) ids.set(name, (await ok(query)).trim().replaceAll('\n', ' '));
    text = text.replace(name, ids.get(name) ?? name);
  }
  return text;
}

const VOLATILE = ['updatedAt', 'updatedBy', 'resolvedAt', 'resolvedBy', 'lastSeenAt', 'editedAt'];

async function look({ look: lines, but = [] }: Case): Promise<unknown[]> {
  const left = new Set([...VOLATILE, ...but]);
  const seen: unknown[] = [];
  for (const line of lines) {
    const text = await ok(line);
    seen.push(
      line.endsWith('-q')
        ? text.split('\n').sort()
        : JSON.parse(text, (key, value) => (left.has(key) ? undefined : value)),
    );
  }
  return seen;
}

describe('what docs undo can undo', () => {
  it('is tried, here or in a script, as a whole', async () => {
    const missing: string[] = [];
    for (const { path, command } of await allCommands(entries)) {
      for (const { id } of [command.operation, command.cr].flatMap((one) => one ?? [])) {
        if (id in CASES || ELSEWHERE.includes(id) || !(await reversalOf(id))?.undo) continue;
        if (undoneInScript(path)) continue;
        missing.push(`test/acceptance is missing a script that plays "${path}" and docs undo (${id})`);
      }
    }
    expect(missing, missing.join('\n')).toEqual([]);
  });

  it('tries nothing that cannot be undone', async () => {
    for (const id of Object.keys(CASES)) expect((await reversalOf(id))?.undo, id).toBeTruthy();
  });

  it.each(Object.entries(CASES))('%s: all is as it was before the command', async (operation, one) => {
    for (const line of one.first ?? []) await ok(line);
    const before = await look(one);
    await ok(one.change);
    const changed = await look(one);
    expect(changed).not.toEqual(before);
    const [{ changes }] = JSON.parse(await ok('history --limit 1 --json'));
    expect(changes[0].operation).toBe(operation);
    const { exitCode, stdout, stderr } = await run('undo --yes --json');
    expect(exitCode, stderr).toBe(0);
    expect(await look(one)).toEqual(before);
    // A row for each change that made a difference, each with what it was and what it is.
    const rows: { change: string; ok: boolean; changed: unknown[] }[] = JSON.parse(stdout);
    expect(rows.map(({ change }) => change).sort()).toEqual(
      changes.map(({ id }: { id: string }) => id).sort(),
    );
    expect(rows.every(({ ok: isDone, changed: fields }) => isDone && fields.length > 0)).toBe(true);
    expect((await run('undo --yes --json')).stdout).not.toContain(changes[0].id);
  });
});
