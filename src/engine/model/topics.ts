// The texts of `docs help <topic>`.
import { UsageError } from '../../errors.ts';
import type { Option } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { GLOBAL_FLAGS } from './globals.ts';
import { flagRows } from './help.ts';
import { reflow, twoColumns } from './help-lines.ts';

/** What `docs help <topic>` explains. */
export const topics = ['environment', 'exit-codes', 'flags', 'output', 'references', 'scripting'] as const;
type Topic = (typeof topics)[number];

export const TOPICS_LINE = `Help topics: docs help ${topics.join(', ')}`;

const TEXTS: Record<Topic, string | ((width: number) => string)> = {
  environment: `Environment variables

  DOCS_TOKEN         API token; needs no file and no sign-in
  DOCS_TOKEN_FILE    file that holds the token
  DOCS_BASE_URL      host to talk to
  DOCS_PROFILE       profile to use
  DOCS_ORG, DOCS_SPACE, DOCS_SITE
                     defaults for --org, --space and --site
  DOCS_READ_ONLY     1: refuse every write before it is sent
  DOCS_HISTORY       off: keep no history of changes for docs undo
  DOCS_CONFIG_DIR    where settings and tokens are kept
  DOCS_DATA_DIR      where the sandbox and the history are kept
  DOCS_CACHE_DIR     where names and the compiled program are kept
  DOCS_CODE_CACHE    off: do not keep the compiled program, which makes the next start faster
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS
                     as everywhere
  NO_COLOR, FORCE_COLOR, ACCESSIBLE, COLUMNS
                     how the terminal is used

A flag wins over the environment, the environment over the nearest .docsrc.json, that over the profile.
docs context shows each value and where it came from.
`,
  'exit-codes': exitCodesText,
  flags: flagsText,
  output: `Output

The result goes to standard output, everything else to standard error.
On a terminal: a table fitted to its width. Elsewhere: tab-separated rows, full values, ISO times, no colour.

  -o, --output table|json|ndjson|yaml|csv|tsv|id
  --json             the API's own object, or one array of them for a list
  --fields a,b.c     columns, or keys in JSON; without names: list what there is
  -q                 ids only
  --limit n          stop after n items; lists are complete otherwise

Text of the platform is stripped of control characters before it reaches a terminal.
Secret fields are masked in every format unless --show-secrets is given.
`,
  references: `References

Wherever a command takes a space, a site, an organization or a change request, it takes any of

  the id             0Kx3...
  the exact title    Guides
  a number           42, #42 or Guides#42 for change requests
  a pasted URL       https://app.example.com/o/ORG/s/SPACE/~/changes/42

A string is tried as an id first, then as a title. Two matches are listed, and none is picked (exit 5).
`,
  scripting: `Scripting

  Without a terminal nothing ever waits for an answer: --yes and --confirm give consent.
  docs spaces list -q | while read -r id; do docs spaces get "$id" --json; done
  docs spaces list --json | jq -r '.[].title'
  docs spaces list -o ndjson | jq -c 'select(.gitSync == null)'
  docs spaces update Guides --data @settings.json --dry-run

With --json an error is one JSON object on standard error: code, exit, message, hint, outcome, retryable.
Exit codes: docs help exit-codes
`,
};

/** The text of a topic, in lines of at most this width. Throws UsageError for a word that is neither topic nor command. */
export function topicText(topic: string, width: number): string {
  const found = topics.find((name) => name === topic);
  if (!found) throw new UsageError(`no help topic "${topic}"`, { hint: `docs help ${topics.join('|')}` });
  const text = TEXTS[found];
  return typeof text === 'string' ? reflow(text, width) : text(width);
}

function exitCodesText(width: number): string {
  const rows = EXIT_CODES.map(({ code, meaning }) => [String(code), meaning] as const);
  return `Exit codes\n\n${twoColumns(rows, width)}\n\n${reflow('To list the codes of each command: docs commands --json --fields command,exitCodes', width)}\n`;
}

function flagsText(width: number): string {
  const headingOf = ({ group = '' }: Option) => (group === 'Fields:' ? 'Input:' : group);
  const blocks = [...new Set(GLOBAL_FLAGS.map(headingOf))].map((heading) => {
    const some = GLOBAL_FLAGS.filter((option) => headingOf(option) === heading);
    return `${heading}\n${twoColumns(flagRows(some), width)}`;
  });
  return `Flags that many commands take\n\n${blocks.join('\n\n')}\n`;
}
