// The texts of `docs help <topic>`.

import { EXIT, UsageError } from '../../errors.ts';
import { FORMATS } from '../../output/view.ts';
import type { Option } from './command.ts';
import { GLOBAL_FLAGS } from './globals.ts';
import { flagRows, reflow, twoColumns } from './help.ts';
import { type Topic, topics } from './load.ts';
import { AGENTS_TOPIC, BACKUP, CONFLICTS, TESTING } from './topic-guides.ts';

export const EXIT_CODES: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: EXIT.ok, meaning: 'success, even if a list is empty' },
  { code: EXIT.failed, meaning: 'failure of the platform, network or disk, or a bug' },
  { code: EXIT.usage, meaning: 'usage error: unknown command, invalid flag or body' },
  {
    code: EXIT.declined,
    meaning: 'declined, more changes than allowed, or a confirmation is required and there is no terminal',
  },
  { code: EXIT.auth, meaning: 'not signed in, token refused or permission missing' },
  { code: EXIT.notFound, meaning: 'not found, ambiguous, or not offered by the host' },
  {
    code: EXIT.findings,
    meaning: 'findings or differences, with --exit-code; a plan that no longer fits',
  },
  { code: EXIT.partial, meaning: 'some items failed, or a merge or sync ended in conflicts' },
  {
    code: EXIT.retryLater,
    meaning: 'rate limited or timed out before anything changed: safe to retry',
  },
  { code: 129, meaning: 'ended by SIGHUP' },
  { code: 130, meaning: 'ended by SIGINT (Ctrl-C)' },
  { code: 143, meaning: 'ended by SIGTERM' },
];

const TEXTS: Record<Topic, string | ((width: number) => string)> = {
  agents: AGENTS_TOPIC,
  environment: `Environment variables

  DOCS_TOKEN         API token; no sign-in or file needed
  DOCS_TOKEN_FILE    file that contains the token
  DOCS_BASE_URL      host to use
  DOCS_PROFILE       profile to use
  DOCS_ORG, DOCS_SPACE, DOCS_SITE
                     defaults for --org, --space and --site
  DOCS_OUTPUT        output format where no flag names one: json, csv and so on
  DOCS_CONCURRENCY   how many at a time, where no --concurrency says so
  DOCS_SHARD_INDEX, DOCS_SHARD_TOTAL
                     which of several jobs this is, from 0, for --shard auto
  DOCS_NOTES         off: print no notes on stderr, only warnings and errors
  DOCS_NO_NOTICES    1: never announce that this Node is out of support
  DOCS_READ_ONLY     1: refuse all writes before they are sent
  DOCS_HISTORY       off: keep no history of changes for docs undo
  DOCS_PAGER, PAGER  pager for long output on a terminal (less if installed); cat: no pager
  DOCS_BROWSER, BROWSER
                     browser for docs open and --web
  DOCS_CONFIG_DIR    folder for settings and tokens
  DOCS_DATA_DIR      folder for the sandbox and the history
  DOCS_CACHE_DIR     folder for cached names and the compiled program
  DOCS_CODE_CACHE    off: do not cache the compiled program, which speeds up the next start
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS
                     proxy and certificates, as in other programs
  OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, TRACEPARENT
                     send a trace of each run to a collector: operations, statuses and times
  GITHUB_STEP_SUMMARY
                     gets a table of what --format github prints
  NODE_DEBUG         refused where it would print the token: use --debug
  AI_AGENT, CLAUDECODE, CODEX_CI, GEMINI_CLI, CURSOR_AGENT
                     an agent runs docs: see docs help agents
  NO_COLOR, FORCE_COLOR, ACCESSIBLE, COLUMNS
                     how output is shown on the terminal

Flags override environment variables, these override the nearest .docsrc.json, and that overrides the profile.
Settings for output, pager, color and concurrency, where no flag or variable says otherwise: docs config set.
docs context shows each value and where it comes from.
`,
  'exit-codes': exitCodesText,
  flags: flagsText,
  output: `Output

Results go to stdout, everything else to stderr.
On a terminal, results are tables that fit its width. Elsewhere, they are tab-separated rows with full values and ISO times, without color, in the same order; columns that the table leaves out come last.

  -o, --output       ${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)}
  --json             the API object, or one array of objects for a list
  --fields a,b.c     columns or JSON keys to print; without names, lists those available
  --jq expression    filter JSON output, as in: docs spaces list --jq '.[].title'
  -q                 print only IDs, and no notes on stderr
  --where predicate  of a list, only items for which a jq predicate is true
  --sort a,-b.c      sort a list by fields; - sorts descending
  --limit n          show at most n items; lists are complete otherwise

Filter and sort any list, in any format:
  docs members list --where '.role == "admin" and .lastSeenAt < ago("90d")' --sort -lastSeenAt -o csv
--where is jq, and the fields are those of --json. ago("90d"), with m, h, d or w, and date("2026-01-31") give times to compare with, in UTC; .user.email | glob("*@acme.com") compares without regard to case. Items are filtered page by page, and --limit counts after that.
--sort compares numbers by value and texts without regard to case, with numbers in them by value; what is missing comes last. It reads the whole list first.

Give one format at a time: --json -o csv is refused. DOCS_OUTPUT names the format where no flag does.
Errors are JSON with json, ndjson and --jq, and text with all other formats.
Long output on a terminal goes to a pager (see docs help environment).
Control characters in text from the platform are removed before it is printed on a terminal.
Secret fields are masked in every format unless --show-secrets is given.
`,
  plans: `Plans

A plan is a file that lists what a command would change, from what and to what. A colleague can review it first.

  docs members update - --role read --plan-out plan.json < leavers.txt
  docs plan show plan.json
  docs apply plan.json --yes

The targets can come from a list, picked by --where (see docs help output):

  docs spaces update --where '.visibility == "public"' --edit-mode locked --plan-out plan.json

Without --plan-out it asks, naming the count; scripts need --yes.

Making a plan reads every target and sends nothing. Targets that need no change are left out and counted. With
--exit-code, a plan that changes something is exit 6.

  docs plan show     the changes, as the host names them; --markdown for a pull request, -o csv for a spreadsheet, -q for the hash
  docs plan check    whether it still fits: exit 6 if a target changed since
  docs plan split    smaller plans, by danger, by kind or of so many rows
  docs plan schema   what a plan file may say, as JSON Schema

docs apply compares every row with the live state before it sends the first. If a target changed since, nothing is sent (exit 6); --skip-stale leaves such rows out. It asks once for the whole plan: --yes, or --confirm '12 changes' if a row
cannot be undone. What a row says of its target, its place and what follows must be what docs itself says of its request: any other plan is refused. A plan is valid for 7 days (--plan-expires: at most 90), for one host and one organization.
--expect-hash refuses any plan but the reviewed one. --max-changes 20, or 5%, refuses more than that.

To try a plan first, copy the organization to a sandbox and apply it there:

  docs sandbox clone
  docs apply plan.json --rehearse --profile rehearsal

Interrupted? Run docs apply again: each change is made once, and a second run of a whole plan sends nothing.
docs undo --plan plan.json undoes everything the plan changed.

A plan contains no token and no secret; a command that would send one cannot be planned.

Rows

--rows runs a command once for each row of a CSV, TSV, NDJSON or JSON file, with or without a plan.

  docs commands "members update" --rows-template > people.csv
  docs members update --rows people.csv --plan-out plan.json
  docs members update --rows staff.csv --map role=Level,user=Email --ignore-columns Phone

A column is an argument or flag, or the JSON name of a field. A column whose cells name files on this computer
(description-file, settings-file) is read only if the command line names it, as in --map description-file=file: the rows may
be from a stranger. Flags given beside --rows fill empty cells. Without them,
an empty cell leaves its field unchanged; with --null CLEAR, a cell that reads CLEAR clears it.
Every row is checked before the first is sent: all faults are listed with line and column, exit 2, and a name that matches
nothing is exit 5. Rows then run as many targets do: one question, --max-errors, --resume. Results show the line.
`,
  references: `References

A space, site, organization or change request can be given as

  an ID              0Kx3...
  an exact title     Guides
  a number           42, #42 or Guides#42 for change requests
  a pasted URL       https://app.example.com/o/ORG/s/SPACE/~/changes/42

IDs are tried first, then titles. If two items match, both are listed and the command exits 5.
A name that matches nothing is exit 5, with the closest names. A list shows only what the token can see.
Before a change is sent, every name in it is replaced by an ID, also in flags. --dry-run does the same and
shows the IDs. An empty reference is exit 2, and so is a table row on standard input: use list -q.

Deleting what does not exist is exit 5, and exit 7 for one of many. With --if-exists it is exit 0.
`,
  scripting: `Scripting

Without a terminal, commands never wait for an answer: give consent with --yes or --confirm.

  # Print or filter JSON, one object or one ID per line
  docs spaces list --jq '.[].title'
  docs spaces list -o ndjson | jq -c 'select(.gitSync == null)'
  docs spaces list -q | while read -r id; do docs spaces get "$id" --json; done

  # Change many at once: - reads IDs, titles or NDJSON objects from stdin
  docs spaces list -q | docs spaces update - --edit-mode locked --yes

  # A row can set its own fields; flags are the default for rows that lack them
  echo '{"id":"Partner portal","visibility":"share-link"}' | docs sites update - --dry-run

  # Continue an interrupted run: --resume skips what is done
  docs spaces list -q | docs spaces update - --edit-mode locked --yes --resume

  # Delete what may already be gone: --if-exists exits 0 instead of 5
  docs spaces delete "Old guides" --if-exists --yes

  # Merge everything that is reviewed and ready
  docs cr merge --all-ready --all-spaces --yes

  # See the request without sending it
  docs spaces update Guides --data @settings.json --dry-run

  # Split a large check: each space is in one part
  docs links check --all-spaces --shard 1/8 --rate 100/m --json > links-1.json
  docs report merge links-1.json --json

  # Retry on exit code 8: rate limited or timed out, nothing was changed
  retry() {
    for delay in 5 30 60; do
      code=0; "$@" || code=$?
      [ $code -eq 8 ] || return $code
      sleep $delay
    done; "$@"
  }
  retry docs spaces list --json

A row on stdin is a JSON object with an id, the fields of the command as in its JSON, and space, site, org or cr where
they are needed. For a CSV file: docs help plans. Any other field is exit 2 before anything is sent, with its line: choose with --fields id,title. A command
without fields, such as delete, takes whole objects of a list.

To confirm a severe change of many, give the number of distinct targets that are there: --confirm '9 members'. Targets that
do not exist or are named twice do not count. --dry-run prints the words, and so does the refusal (exit 3).

Each change prints what became of its target; a delete of one prints the same row as a delete of many.
The outcome of an error is not-sent, rejected, applied or unknown. It is also applied when the change was made but its
output could not be written. Run a command again only after not-sent or rejected.

docs undo --yes undoes everything the last command changed, and exits 7 if part of it could not be undone.
docs history --json lists commands with their changes; docs undo takes the ID of a command or of one change.

With --json, errors are one JSON object on stderr with code, exit, message, hint, outcome and retryable.
Exit codes: docs help exit-codes
`,
  backup: BACKUP,
  conflicts: CONFLICTS,
  testing: TESTING,
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
  const headingOf = ({ group = 'Input:' }: Option) => group;
  const blocks = [...new Set(GLOBAL_FLAGS.map(headingOf))].map((heading) => {
    const some = GLOBAL_FLAGS.filter((option) => headingOf(option) === heading);
    return `${heading}\n${twoColumns(flagRows(some), width)}`;
  });
  return `Flags that many commands take\n\n${blocks.join('\n\n')}\n`;
}
