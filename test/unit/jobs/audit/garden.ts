// An organization without a fault, made by garden.txt, and the plants of all topics: what makes a rule find something.
//
//   ==== people/empty-team   the rule; the IDs that names as $target and $target1 take are all that it must find
//   ---- plant               breaks the rule, and nothing else where that is possible: requests as in api-scripts.ts
//   ---- also                rules that rightly find something in what is planted, too
//   ---- fill                values for words in angle brackets of what mends it, where they are not the usual ones
//   ---- by hand             why no command makes the finding go
//   ---- before              what others must do before the command, such as the owner of a domain
//   ---- afterwards          what happens outside of the platform after it, or what others do, such as a review
//
//   person edit ann@mail.example -> $id   has signed in today by single sign-on; of garden.example without a domain
//   docs cr merge 1 --space Inside        run as an administrator does, who answers yes where it asks
//   write Broken [{...}] -> $id           a space on the site whose pages break nothing else; the last page
//   news $space                           a change of its content, merged
//   save "text" -> $file                  the path of a file with it
//   certificate {"to": -2} -> $pem        to so many days after now, `from` so many, with a key of so many `bits`
//   owners "*": ann@garden.example        of pages, by their places
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addSiteSpace } from '../../../../src/api/sites/site-structure.ts';
import { type RuleResult, runRules } from '../../../../src/jobs/audit/audit-run.ts';
import { createLists } from '../../../../src/jobs/audit/lists.ts';
import type { AuditContext, AuditRule } from '../../../../src/jobs/audit/rule.ts';
import type { PageNode } from '../../../../src/sandbox/content/model.ts';
import { contentStore } from '../../../../src/sandbox/db/content/content.ts';
import { newId } from '../../../../src/sandbox/urls.ts';
import { played } from '../../../helpers/api-scripts.ts';
import { freshState, read, type State, type Verb, withNames } from '../../../helpers/api-verbs.ts';
import { type Cli, freshCli, type Outcome, splitWords } from '../../../helpers/cli.ts';
import { commitPages } from '../../../helpers/edit-content.ts';
import type { TestSandbox } from '../../../helpers/sandbox.ts';
import { casesIn } from '../../../helpers/text-cases.ts';
import { refused, workflowClient } from '../../../helpers/workflow-client.ts';
import { certificate } from './certificates.ts';

/** The organization that faults are planted in. */
export interface Garden extends TestSandbox {
  /** With the names of what was planted last; `names` are those that each plant begins with. */
  state: State;
  names: ReadonlyMap<string, string>;
  /** What the rule is given beside the lists. */
  context: Partial<Pick<AuditContext, 'owners'>>;
  docs(words: readonly string[]): Promise<Outcome>;
  /** Runs lines as those of a plant; throws where they do not come to what they say. */
  play(lines: string): Promise<void>;
}

const FOLDER = 'test/unit/jobs/audit';

export async function openGarden(): Promise<Garden> {
  const state = await freshState(false);
  const { box } = state;
  const garden: Garden = {
    ...{ ...box, state, names: state.names, context: { owners: '' }, docs: commandLine(state) },
    async play(lines) {
      expect(await played(lines, { state })).toBe(lines);
    },
    cleanup() {
      for (const close of state.cleanups.splice(0).reverse()) close();
    },
  };
  state.more = verbsOf(garden);
  await garden.play(readFileSync(join(FOLDER, 'garden.txt'), 'utf8'));
  state.names.set('published', (state.names.get('published') ?? '').replace(/\/$/, ''));
  return garden;
}

/** Made when the first command is run. */
function commandLine({ box: { file, adminToken, clock }, cleanups }: State): Garden['docs'] {
  let cli: Cli | undefined;
  const open = () => {
    const env = { DOCS_BASE_URL: `sandbox:${file}`, DOCS_TOKEN: adminToken };
    const made = freshCli({ env, now: () => clock.now });
    cleanups.push(made.cleanup);
    return made;
  };
  return async (words) => {
    cli ??= open();
    const first = await cli(words);
    const flag = /hint: .*?(--confirm (?:"[^"]*"|'[^']*'|\S+)|--yes)/.exec(first.stderr)?.[1];
    if (first.exitCode !== 3 || flag === undefined) return first;
    const [name = '', ...value] = flag.split(' ');
    const text = value.join(' ').replace(/^["']|["']$/g, '');
    return cli([...words, name, ...(value.length > 0 ? [text] : [])]);
  };
}

const verbsOf = (garden: Garden): Readonly<Record<string, Verb>> => ({
  person({ box }, { input }) {
    const [, role = '', name = '', domain = 'garden.example'] = /^(\w+) (\w+)(?:@(.*))?$/.exec(input) ?? [];
    const id = box.addMember(role === 'null' ? null : (role as 'edit'), { name });
    box.sandbox.db.run('UPDATE users SET email = ? WHERE id = ?', `${name}@${domain}`, id);
    const seen = box.clock.now.toISOString();
    box.sandbox.db.run('UPDATE members SET sso = 1, lastSeenAt = ? WHERE user = ?', seen, id);
    return id;
  },
  async docs(state, { input }) {
    const { exitCode, stdout, stderr } = await garden.docs(splitWords(withNames(input, state)));
    if (exitCode !== 0) throw new Error(`docs ${input}: ${stderr}`);
    return stdout.trim();
  },
  news: (_, { input }) =>
    garden.play(
      [
        `docs cr create --space ${input} --subject News --json --jq .number -> $news`,
        `docs pages create News --space ${input} --cr $news --file $file --description "What is new"`,
        `docs cr merge $news --space ${input}`,
      ].join('\n'),
    ),
  async write(state, { input }) {
    const { call, clock, newSpace, organizationId, sandbox } = garden;
    const [, title = '', pages = ''] = /^(\w+) (.*)$/.exec(input) ?? [];
    const spaceId = await newSpace({ title });
    const at = clock.now.toISOString();
    const nodes = (read(pages, state) as { title: string; text: string }[]).map(
      ({ text, ...page }): PageNode => ({
        ...{ id: newId(), type: 'document', slug: page.title.toLowerCase(), createdAt: at, updatedAt: at },
        ...{ description: 'What it is about', pages: [], ...page },
        markdown: contentStore(sandbox.db).put(text),
      }),
    );
    commitPages(sandbox, { spaceId }, nodes);
    await call(addSiteSpace, { organizationId, siteId: state.names.get('site') ?? '', spaceId });
    return nodes.at(-1)?.id;
  },
  save(state, { input }) {
    const path = `${state.box.file}.${createHash('sha256').update(input).digest('hex').slice(0, 8)}.md`;
    writeFileSync(path, String(read(input, state)));
    return path;
  },
  /** As it stands in JSON. */
  certificate: (state, { input }) =>
    JSON.stringify(certificate(state.box.clock.now, read(input, state))).slice(1, -1),
  owners(_, { input }) {
    garden.context.owners = `${input}\n`;
  },
});

/** What rules find, and the requests that it took; some are refused. */
export async function audit(
  garden: TestSandbox & Pick<Garden, 'context'>,
  rules: readonly AuditRule[],
  isRefused: (path: string) => boolean = () => false,
): Promise<{ results: RuleResult[]; requests: string[] }> {
  const { client, intercept } = workflowClient(garden);
  const requests: string[] = [];
  intercept(({ method, path }) => {
    requests.push(`${method} ${path}`);
    return isRefused(path) ? refused(403) : undefined;
  });
  const { organizationId, clock, adminId: caller } = garden;
  const about = { organizationId, now: clock.now, concurrency: 4, owners: undefined, caller };
  const lists = createLists(client, 4);
  return { results: await runRules(rules, { ...about, lists, ...garden.context }), requests };
}

export interface Plant {
  /** Returns the IDs of the targets. */
  plant(garden: Garden): Promise<readonly string[]>;
  also: readonly string[];
  fill: Readonly<Record<string, string>>;
  byHand: string | undefined;
  before: string;
  afterwards: string;
}

const linesOf = (text = '') => text.trim().split('\n').filter(Boolean);

/** By the ID of the rule. */
export const allPlants: Readonly<Record<string, Plant>> = Object.fromEntries(
  readdirSync(join(FOLDER, 'plants'))
    .sort()
    .flatMap((file) => casesIn(join(FOLDER, 'plants', file)))
    .map(({ title, given }): [string, Plant] => [
      title,
      {
        async plant({ state, names, play }) {
          state.names = new Map(names);
          await play(given.plant ?? '');
          return [...state.names].flatMap(([name, id]) => (name.startsWith('target') ? [id] : []));
        },
        also: linesOf(given.also),
        fill: Object.fromEntries(linesOf(given.fill).map((line) => line.split(/ (.*)/, 2))),
        byHand: given['by hand'],
        before: given.before ?? '',
        afterwards: given.afterwards ?? '',
      },
    ]),
);
