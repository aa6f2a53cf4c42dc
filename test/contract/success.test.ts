import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mutates } from '../../src/api/operation.ts';
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';
import { saysInScript } from '../helpers/scripts.ts';

const SITE = '--site "Tarnpost Docs"';

/** A line for each command that changes something, in an order that leaves the next ones what they need; and what it says. */
const LINES: readonly (readonly [line: string, says: string])[] = [
  ['spaces create --title News', 'Created space "News" (ID)'],
  ['spaces update News --title Offers --edit-mode live', 'Updated space "Offers" (ID)'],
  ['spaces duplicate Offers', 'Duplicated space "Offers (copy)" (ID)'],
  ['spaces move Offers --parent Archive', 'Moved space "Offers" (ID)'],
  ['collections create Drafts', 'Created collection "Drafts" (ID)'],
  ['collections update Drafts --title Plans', 'Updated collection "Plans" (ID)'],
  ['collections move Plans --parent Archive', 'Moved collection "Plans" (ID)'],
  ['collections delete Plans --confirm Plans', 'Deleted collection "Plans" (ID)'],
  [
    'content template getting-started --space Offers --yes',
    'Applied template "getting-started" to space "Offers" (ID)',
  ],
  [
    'comments create --space Offers --body "Does this *still* hold?"',
    'Added comment "Does this *still* hold?" (ID) to space "Offers"',
  ],
  [
    'comments create --space Guides --cr 4 --body Yes',
    'Added comment "Yes" (ID) to change request #4 "Explain label formats for 300 dpi printers"',
  ],
  [
    'comments update $COMMENT --space Offers --body "One line\nand another one that goes on for longer than that"',
    'Updated comment "One line and another one that goes on for longer …" (ID)',
  ],
  [
    'comments resolve $COMMENT --space Offers',
    'Resolved comment "One line and another one that goes on for longer …" (ID)',
  ],
  [
    'comments reopen $COMMENT --space Offers',
    'Reopened comment "One line and another one that goes on for longer …" (ID)',
  ],
  [
    'comments react $COMMENT :tada: --space Offers',
    'Reacted to comment "One line and another one that goes on for longer …" (ID)',
  ],
  ['comments replies create $COMMENT --space Offers --body Fixed', 'Added reply "Fixed" (ID)'],
  [
    'comments replies update $COMMENT $REPLY --space Offers --body "Fixed now"',
    'Updated reply "Fixed now" (ID)',
  ],
  ['comments replies delete $COMMENT $REPLY --space Offers --yes', 'Deleted reply "Fixed now" (ID)'],
  [
    'comments delete $COMMENT --space Offers --yes',
    'Deleted comment "One line and another one that goes on for longer …" (ID)',
  ],
  ['cr create --space Offers --subject "New prices"', 'Created change request #1 "New prices" (ID)'],
  ['cr update 1 --space Offers --subject Prices', 'Updated change request #1 "Prices" (ID)'],
  [
    'cr reviewers request 1 jonas@tarnpost.example mei@tarnpost.example --space Offers',
    'Requested a review of change request #1 "Prices" from 2 members',
  ],
  [
    'cr reviewers remove 1 mei@tarnpost.example --space Offers --yes',
    'Removed reviewer Mei Tanaka from change request #1 "Prices"',
  ],
  [
    'cr reviews create 2 --space Guides --status changes-requested',
    'Requested changes to change request #2 "Raise the burst of the Growth plan"',
  ],
  [
    'cr reviews create 4 --space Guides --status approved',
    'Approved change request #4 "Explain label formats for 300 dpi printers"',
  ],
  [
    'cr edit 1 --space Guides --page webhooks --file install.md',
    'Made 1 edit to change request #1 "Say who pays for returns"',
  ],
  ['cr sync 1 --space Guides', 'Synced change request #1 "Say who pays for returns" (ID)'],
  [
    'cr merge 4 --space Guides --yes',
    'Merged change request #4 "Explain label formats for 300 dpi printers" (ID)',
  ],
  [
    'git remove-legacy "API reference" --yes --profile sandbox-internal',
    'Removed the legacy git integration of space "API reference" (ID)',
  ],
  ['sites create Blog', 'Created site "Blog" (ID)'],
  ['sites update Blog --title News', 'Updated site "News" (ID)'],
  ['sites spaces add Offers --site News', 'Added space "Offers" to site "News" at "offers"'],
  ['sites spaces update offers --path prices --site News', 'Updated site space "Offers" (ID)'],
  ['sites publish News --yes', 'Published site "News" (ID)'],
  ['sites unpublish News --yes', 'Unpublished site "News" (ID)'],
  ['sites delete News --confirm News', 'Deleted site "News" (ID)'],
  [`sites structure sort API --before Guides ${SITE}`, 'Moved "API" before "Guides" on site "Tarnpost Docs"'],
  [
    `sites sections create ${SITE} --space Offers --title Offers --path offers --yes`,
    'Created section "Offers" (ID) on site "Tarnpost Docs"',
  ],
  [`sites sections update Offers --title Prices ${SITE}`, 'Updated section "Prices" (ID)'],
  [`sites sections move Prices --before Guides ${SITE}`, 'Moved section "Prices" (ID)'],
  [`sites groups create Developers --sections API ${SITE}`, 'Created section group "Developers" (ID)'],
  [`sites groups update Developers --title Devs ${SITE}`, 'Updated section group "Devs" (ID)'],
  [`sites groups add Devs Prices ${SITE}`, 'Added section "Prices" to section group "Devs" (ID)'],
  [`sites groups remove Devs Prices ${SITE}`, 'Removed section "Prices" from section group "Devs"'],
  [`sites groups delete Devs ${SITE} --yes`, 'Deleted section group "Devs" (ID)'],
  [`sites sections delete Prices ${SITE} --yes`, 'Deleted section "Prices" (ID) from site "Tarnpost Docs"'],
  [
    'sites spaces move release-notes --before api-reference --site "Partner portal"',
    'Moved site space "Release notes" (ID)',
  ],
  [
    'sites spaces remove release-notes --site "Partner portal" --yes',
    'Removed site space "Release notes" (ID) from site "Partner portal"',
  ],
  [`redirects create /start /guides ${SITE}`, 'Created redirect "/start" (ID)'],
  [`redirects update /start --permanent ${SITE}`, 'Updated redirect "/start" (ID)'],
  [`redirects push redirects.csv ${SITE} --yes`, 'Pushed 3 redirects: 3 created'],
  [`redirects delete /start ${SITE} --yes`, 'Deleted redirect "/start" (ID)'],
  ['share-links create Press --site "Partner portal" --yes', 'Created share link "Press" (ID)'],
  ['share-links update Press --no-active --site "Partner portal"', 'Updated share link "Press" (ID)'],
  ['share-links delete Press --site "Partner portal" --yes', 'Deleted share link "Press" (ID)'],
  [
    'publishing auth update "Partner portal" --backend custom --fallback-url https://login.tarnpost.example',
    'Updated the sign-in of visitors of site "Partner portal"',
  ],
  [
    'publishing auth regenerate "Partner portal" --confirm "Partner portal"',
    'Replaced the signing key of visitors of site "Partner portal"',
  ],
  [
    `mcp-servers create Orders --url https://mcp.example/x --headers-file headers.txt ${SITE} --yes`,
    'Created MCP server "Orders" (ID)',
  ],
  [`mcp-servers update Orders --transport sse ${SITE}`, 'Updated MCP server "Orders" (ID)'],
  [`mcp-servers delete Orders ${SITE} --yes`, 'Deleted MCP server "Orders" (ID)'],
  ['sites agent set "Tarnpost Docs" --scans-topics never', 'Set the agent of site "Tarnpost Docs"'],
  [
    'customization set "Tarnpost Docs" --set styling.theme=bold',
    'Set the customization of site "Tarnpost Docs"',
  ],
  [
    'customization set "Tarnpost Docs" --site-space api --set styling.theme=bold',
    'Set the customization of site space "API reference"',
  ],
  [`customization reset api ${SITE} --yes`, 'Reset the customization of site space "API reference" (ID)'],
  [
    `external-links create Blog --url https://tarnpost.example/blog ${SITE} --yes`,
    'Created external link "Blog" (ID)',
  ],
  [`external-links update Blog --title News ${SITE}`, 'Updated external link "News" (ID)'],
  [`external-links delete News ${SITE} --yes`, 'Deleted external link "News" (ID)'],
  ['storage upload serif.woff2 --kind customization_font', 'Made an upload URL for serif.woff2'],
  [
    `fonts create Serif --font-faces '[{"weight": 400, "storageKey": "fonts/tarnpost-serif.woff2"}]'`,
    'Created font "Serif" (ID)',
  ],
  ['fonts update Serif --font-family Slab', 'Updated font "Slab" (ID)'],
  ['fonts delete Slab --yes', 'Deleted font "Slab" (ID)'],
  ['hostnames check docs.tarnpost.example', 'Started the DNS check of docs.tarnpost.example'],
  [
    'hostnames delete docs.tarnpost.example --confirm docs.tarnpost.example',
    'Deleted hostname "docs.tarnpost.example"',
  ],
  [
    'sites spaces duplicate api-reference --site "Partner portal" --yes',
    'Duplicated site space "API reference (copy)" (ID)',
  ],
  ['sites schema set "Tarnpost Docs" schema.json', 'Set the visitor schema of site "Tarnpost Docs"'],
  [`connections create email ${SITE}`, 'Connected builtin:email (ID)'],
  [`connections update "Support mailbox" --label Mail ${SITE}`, 'Updated connection "Mail" (ID)'],
  [`connections sync Mail ${SITE}`, 'Started a sync of connection "Mail"'],
  [`records push records.ndjson ${SITE}`, 'Pushed 1 record to site "Tarnpost Docs"'],
  [
    `topics update "Customs forms" --no-usage-settings-change-requests ${SITE}`,
    'Updated topic "Customs forms" (ID)',
  ],
  [`topics clear "Customs forms" ${SITE} --yes`, 'Cleared the findings of topic "Customs forms"'],
  [
    `findings update "Broken link: tools/shipping-calculator.md" --status canceled ${SITE}`,
    'Updated finding "Broken link: tools/shipping-calculator.md" (ID)',
  ],
  [
    `findings fix "Broken link: tools/shipping-calculator.md" ${SITE}`,
    'Started a fix of finding "Broken link: tools/shipping-calculator.md"',
  ],
  [`connections delete Mail ${SITE} --yes`, 'Deleted connection "Mail" (ID)'],
  ['conversations ingest tickets.ndjson --profile sandbox-installation', 'Ingested 1 conversation'],
  [
    'integrations publish parcel-map --data @integration.json --script index.js',
    'Published integration "Parcel map" (parcel-map)',
  ],
  ['integrations install reading-stats --yes', 'Installed integration "Reading stats"'],
  [
    'integrations dev enable parcel-map --tunnel-url http://127.0.0.1:9/x',
    'Enabled development mode of integration "Parcel map"',
  ],
  ['integrations dev disable parcel-map', 'Disabled development mode of integration "Parcel map"'],
  [
    'installations update parcel-map --external-ids map-1',
    'Updated the installation of integration "Parcel map"',
  ],
  ['installations spaces add review-bot Handbook', 'Installed integration "Review bot" on space "Handbook"'],
  [
    'installations spaces update review-bot Handbook --external-ids hb',
    'Updated integration "Review bot" on space "Handbook"',
  ],
  [
    'installations spaces remove review-bot Handbook --yes',
    'Removed integration "Review bot" from space "Handbook"',
  ],
  [
    'installations sites add review-bot "Partner portal"',
    'Installed integration "Review bot" on site "Partner portal"',
  ],
  [
    'installations sites update review-bot "Partner portal" --external-ids pp',
    'Updated integration "Review bot" on site "Partner portal"',
  ],
  [
    'installations sites remove review-bot "Partner portal" --yes',
    'Removed integration "Review bot" from site "Partner portal"',
  ],
  [
    'installations delete review-bot --yes',
    'Uninstalled integration "Review bot" from organization "Tarnpost"',
  ],
  [
    'git installations create --provider github --target-space Guides',
    'Created the github installation (ID); to authorize it in the app, open the space or site, then Git Sync',
  ],
  ['git installations update AdrteikUzWdaEmed9jvJ --project-directory docs', 'Updated git installation (ID)'],
  ['git installations delete AdrteikUzWdaEmed9jvJ --yes', 'Deleted git installation (ID)'],
  ['integrations delete parcel-map --confirm parcel-map', 'Deleted integration "Parcel map" (parcel-map)'],
  ['openapi create tracking --file openapi.yaml', 'Created OpenAPI specification "tracking"'],
  ['openapi set tracking --file openapi.yaml', 'Set OpenAPI specification "tracking"'],
  ['openapi update tracking --visibility public --yes', 'Updated OpenAPI specification "tracking"'],
  ['openapi delete tracking --yes', 'Deleted OpenAPI specification "tracking"'],
  [
    'translations create --source-space Guides --source-language en --language fr',
    'Created the French translation of space "Guides" (ID)',
  ],
  [
    'translations update $TRANSLATION --instructions-file terms.md',
    'Updated the French translation of space "Guides" (ID)',
  ],
  ['translations run $TRANSLATION', 'Started the French translation of space "Guides" (ID)'],
  ['translations delete $TRANSLATION --yes', 'Deleted the French translation of space "Guides" (ID)'],
  ['glossary push glossary.csv', 'Pushed the glossary: 1 added'],
  ['orgs update --default-role comment --yes', 'Updated organization "Tarnpost" (ID)'],
  [
    'orgs instructions set --instructions-file agents.md',
    'Set the instructions for AI agents of organization "Tarnpost"',
  ],
  ['members update jonas@tarnpost.example --role review', 'Changed the role of Jonas Weber to review'],
  ['members ping', 'Recorded a visit to organization "Tarnpost"'],
  [
    'members remove bram@tarnpost.example --confirm "Bram de Vries"',
    'Removed Bram de Vries from organization "Tarnpost"',
  ],
  ['teams create Writers', 'Created team "Writers" (ID)'],
  ['teams update Writers --title Authors', 'Updated team "Authors" (ID)'],
  [
    'teams members add Authors mei@tarnpost.example priya@tarnpost.example',
    'Added 2 members to team "Authors"',
  ],
  [
    'teams members update Authors mei@tarnpost.example --role owner',
    'Changed the role of Mei Tanaka in team "Authors" to owner',
  ],
  ['teams members remove Authors priya@tarnpost.example --yes', 'Removed Priya Nair from team "Authors"'],
  ['teams delete Authors --yes', 'Deleted team "Authors" (ID)'],
  ['saml create Okta --metadata idp.xml --default-role read', 'Created SAML provider "Okta" (ID)'],
  ['saml update Okta --label Entra', 'Updated SAML provider "Entra" (ID)'],
  ['members add-sso mei@tarnpost.example', 'Required single sign-on for Mei Tanaka'],
  ['saml delete Entra --confirm Entra', 'Deleted SAML provider "Entra" (ID)'],
  [
    'permissions add --space Offers --users jonas@tarnpost.example,mei@tarnpost.example --teams Support --role edit',
    'Gave the role edit on space "Offers" to 2 members and 1 team',
  ],
  [
    'permissions users update jonas@tarnpost.example --space Offers --role review',
    'Changed the role of Jonas Weber on space "Offers" to review',
  ],
  [
    'permissions users remove jonas@tarnpost.example --space Offers --yes',
    'Removed Jonas Weber from space "Offers"',
  ],
  [
    'permissions teams update Support --space Offers --role comment --yes',
    'Changed the role of team "Support" on space "Offers" to comment',
  ],
  ['permissions teams remove Support --space Offers --yes', 'Removed team "Support" from space "Offers"'],
  [
    'invites send nora@tarnpost.example ben@tarnpost.example --role edit --yes',
    'Invited 2 people to organization "Tarnpost" as edit',
  ],
  ['invites links create --role read --yes', 'Created an invite link (ID)'],
  ['users update ines@tarnpost.example --display-name Ines', 'Updated user "Ines" (ID)'],
  ['spaces delete Offers --yes', 'Deleted space "Offers" (ID)'],
  ['spaces restore Offers', 'Restored space "Offers" (ID)'],
  // The last line: with two organizations a name needs --org.
  ['orgs create "Second shop"', 'Created organization "Second shop" (ID)'],
];

/** What a test has no repository, no host and no second organization for, or what the platform keeps no name of. */
const ELSEWHERE = [
  'docs spaces transfer',
  'docs collections transfer',
  'docs content import',
  'docs imports start',
  'docs imports cancel',
  'docs git import',
  'docs git export',
  'docs orgs join',
  'docs invites accept',
  'docs invites links update',
  'docs invites links revoke',
];

const NAMES: Readonly<Record<string, string>> = {
  $COMMENT: 'comments list --space Offers -q',
  $REPLY: 'comments replies list $COMMENT --space Offers -q',
  $TRANSLATION: 'translations list -q',
};

const docs = perFile(sandboxedCli);
beforeAll(async () => {
  writeFixtures(docs.cwd);
  await docs('sandbox token --kind internal');
  await docs('sandbox token parcel-map --kind installation');
  writeFileSync(
    join(docs.cwd, 'openapi.yaml'),
    'openapi: 3.1.0\ninfo: { title: Parcels, version: "1" }\npaths: {}\n',
  );
});

async function filled(line: string): Promise<string> {
  let text = line;
  for (const [name] of line.matchAll(/\$[A-Z]+/g)) {
    const { stdout } = await docs(await filled(NAMES[name] ?? ''));
    text = text.replace(name, stdout.trim());
  }
  return text;
}

// One story: each line finds what those before it made.
describe('the line that says what was done', { shuffle: false }, () => {
  it('is tried, here or in a script, for every command that changes something on the platform', async () => {
    const commands = (await allCommands(entries)).filter(
      ({ command: { operation } }) => operation !== undefined && mutates(operation),
    );
    const absentChanges = commands.map(({ path }) => path).filter((path) => absentCommands.has(path));
    const known = new Set([...ELSEWHERE, ...absentChanges]);
    const untried = commands
      .map(({ path }) => path)
      .filter((path) => !known.has(path) && !saysInScript(path))
      .filter((path) => !LINES.some(([line]) => `docs ${line} `.startsWith(`${path} `)))
      .map((path) => `test/acceptance is missing a script that plays "${path}" and checks its stderr`);
    expect(untried, untried.join('\n')).toEqual([]);
  });

  it('says what was done to many, and where', async () => {
    const team = 'Documentation jonas@tarnpost.example tomas@tarnpost.example';
    const { stderr } = await docs(`teams members remove ${team} --yes`, { tty: true });
    expect(stderr).toContain('✓ Removed 2 members from team "Documentation"');
  });

  it('names what only its ID was given of, to a person', async () => {
    const { stdout: id } = await docs('teams get Documentation -q');
    const add = `teams members add ${id.trim()} aiko@tarnpost.example`;
    expect((await docs(add, { tty: true })).stderr).toContain('✓ Added 1 member to team "Documentation"');
  });

  it.each(LINES)('%s', async (line, says) => {
    const { exitCode, stderr } = await docs(await filled(line), { tty: true, columns: 200 });
    expect(exitCode, stderr).toBe(0);
    const said = stderr.split('\n').filter((one) => one.startsWith('✓ '));
    expect(said.map((one) => one.replace(/\([A-Za-z0-9]{20}\)/g, '(ID)'))).toEqual([`✓ ${says}`]);
  });
});
