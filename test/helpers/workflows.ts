// Every workflow of several requests as one command, with what must be there first.

export interface Workflow {
  name: string;
  /** Commands before it, which succeed on every host. */
  before?: readonly string[];
  files?: Readonly<Record<string, string>>;
  line: string;
  /** Where it is right; 0 by default. */
  exit?: number;
  /** What comes before it needs a newer host than the oldest. */
  isNewer?: boolean;
}

const SITE = `version: 2
title: Walked
publish: true
sections:
  - title: Guides
    spaces: [Guides]
  - title: News
    draft: true
    spaces: [Release notes]
  - group: More
    sections:
      - title: Reference
        spaces: [API reference]
  - link: Status
    url: https://status.tarnpost.example
shareLinks:
  - name: Press
redirects:
  - from: /old
    to: { space: Guides }
`;

const PLAN = `title: Set up
publish: true
sections:
  - title: Guides
    description: How to ship
    spaces: [Guides]
  - group: More
    sections:
      - { title: News, spaces: [Release notes, Handbook] }
`;

const ACCESS = `grants:
  - { person: sofia@marchetti-writes.example, level: review, on: [space:Handbook, "API reference"] }
  - { team: Support, level: read, on: ["space:Guides", "space:Handbook"] }
`;

const PEOPLE = `Email,Name,Role,Groups
aiko@tarnpost.example,Aiko Mori,comment,Support
jonas@tarnpost.example,Jonas Weber,edit,Documentation
mei@tarnpost.example,Mei Tanaka,,Documentation
bram@tarnpost.example,Bram de Vries,,
`;

const ARCHIVE = 'export --all-spaces --to copy --files --comments --settings --change-requests -q';
const EDITED = 'sites sections update "Release notes" --site "Tarnpost Docs" --description Old --yes';
const MERGING = '--allow-comments --unreviewed --sync-first --yes';

export const WORKFLOWS: readonly Workflow[] = [
  { name: 'links check', line: 'links check --all-spaces' },
  { name: 'audit', line: 'audit' },
  { name: 'sites pull', line: 'sites pull "Tarnpost Docs"' },
  { name: 'sites plan', files: { 'site.yaml': SITE }, line: 'sites plan site.yaml' },
  { name: 'sites apply', files: { 'site.yaml': SITE }, line: 'sites apply site.yaml --yes' },
  {
    name: 'apply',
    before: [
      'sites pull "Tarnpost Docs" --to site.yaml',
      'sites sections update Guides --site "Tarnpost Docs" --description Old --yes',
      EDITED,
      'sites update "Tarnpost Docs" --title "Other docs" --yes',
      'sites plan site.yaml --plan-out plan.json',
    ],
    line: 'apply plan.json --yes',
  },
  {
    name: 'sites drift',
    before: ['sites pull "Tarnpost Docs" --to site.yaml', EDITED],
    line: 'sites drift site.yaml --exit-code',
    exit: 6,
  },
  {
    name: 'sites setup',
    files: { 'plan.yaml': PLAN },
    line: 'sites setup --from plan.yaml --yes',
  },
  { name: 'export', line: ARCHIVE },
  {
    name: 'restore',
    before: [ARCHIVE],
    line: 'restore copy --space Guides --as "Guides again" --change-requests --yes',
  },
  {
    name: 'restore of all',
    before: [
      ARCHIVE,
      'sites delete "Tarnpost Docs" --yes --confirm "Tarnpost Docs"',
      'spaces delete Guides --confirm Guides',
      'spaces delete "API reference" --confirm "API reference"',
      'spaces delete "Release notes" --confirm "Release notes"',
      'spaces delete Handbook --confirm Handbook',
      'sites delete "Partner portal" --yes --confirm "Partner portal"',
    ],
    line: 'restore copy --all-spaces --sites "Tarnpost Docs" --publish --yes',
  },
  {
    name: 'migrate',
    isNewer: true,
    before: ['orgs create Elsewhere -q'],
    line: 'migrate --from sandbox --to sandbox --to-org Elsewhere --from-org Tarnpost --spaces Guides,Handbook --yes',
  },
  { name: 'sandbox clone', line: 'sandbox clone --file ./clone.db' },
  {
    name: 'release cut',
    line: 'release cut v2.1 --site "Tarnpost Docs" --from guides --default --yes',
  },
  {
    name: 'release retire',
    before: ['release cut v2.1 --site "Tarnpost Docs" --from guides --default --yes'],
    line: 'release retire v2.1 --site "Tarnpost Docs" --default-to guides --delete-space --yes',
  },
  { name: 'cr inbox', line: 'cr inbox' },
  { name: 'cr merge', line: `cr merge --all-ready --space Guides ${MERGING}`, exit: 7 },
  { name: 'access plan', files: { 'access.yaml': ACCESS }, line: 'access plan access.yaml --yes' },
  {
    name: 'members reconcile',
    files: { 'okta.csv': PEOPLE },
    line: 'members reconcile --from okta.csv --yes --confirm "4 changes"',
  },
  {
    name: 'members offboard',
    line: 'members offboard mei@tarnpost.example --hand-over jonas@tarnpost.example --confirm "5 changes"',
  },
];
