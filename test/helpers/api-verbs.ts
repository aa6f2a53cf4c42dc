// What scripts of requests do to a sandbox beside its requests: see api-scripts.ts.
import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Role } from '../../src/api/roles.ts';
import { ownerId } from '../../src/files/lock.ts';
import { dispatchDownload } from '../../src/sandbox/app.ts';
import { repositoriesFolder } from '../../src/sandbox/content/git/local-repositories.ts';
import { emptyTree, type PageNode, type Tree } from '../../src/sandbox/content/model.ts';
import { contentStore } from '../../src/sandbox/db/content/content.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { commitTree, type TargetRef } from '../../src/sandbox/resources/content/content-target.ts';
import { startScans } from '../../src/sandbox/resources/insights/context/scan.ts';
import { addFile, removePageAt } from './edit-content.ts';
import { git, makeRepository, type TestRepository } from './git-repository.ts';
import { listening, writeFiles } from './lasting.ts';
import { openTestSandbox, type TestSandbox } from './sandbox.ts';
import { spread } from './text-cases.ts';

/** Where a script is: each case begins anew with what stands above all of them. */
export interface State {
  box: TestSandbox;
  names: Map<string, string>;
  repositories: Map<string, TestRepository>;
  websites: Map<string, Website>;
  cleanups: (() => unknown)[];
  /** Those that only some scripts have. */
  more?: Readonly<Record<string, Verb>> | undefined;
}

export const freshState = async (demo: boolean): Promise<State> => stateOf(await openTestSandbox({ demo }));

export function stateOf(box: TestSandbox): State {
  const own = ownerId();
  const [gone, reused] = [own.replace(/^\d+/, '4194999'), own.replace(/^(\d+-\d+)/, '$11')];
  const names = new Map(Object.entries({ org: box.organizationId, admin: box.adminId, own, gone, reused }));
  return { box, names, repositories: new Map(), websites: new Map(), cleanups: [() => box.cleanup()] };
}

export const withNames = (text: string, { names }: State): string =>
  text.replace(/\$(\w+)/g, (whole, name) => names.get(name) ?? whole);

export const read = (json: string, state: State): object => JSON.parse(spread(withNames(json, state)));

interface Line {
  /** Who does it, where that is not the administrator. */
  who: string | undefined;
  input: string;
  /** What stands behind the arrow. */
  end: string;
}

/** Each gives what its line becomes after the arrow, a value for the name there, or an answer to look into. */
export type Verb = (state: State, line: Line) => unknown;

export const verbs: Readonly<Record<string, Verb>> = {
  clock({ box }, { input }) {
    box.clock.now = new Date(input);
  },
  settle: ({ box }) => box.sandbox.background.settle(),
  member(state, { input }) {
    const [, role = '', more = '{}'] = /^(\S+)(?: (.*))?$/.exec(input) ?? [];
    return state.box.addMember(role === 'null' ? null : (role as Role), read(more, state));
  },
  async edit(state, { who, input }) {
    const { box } = state;
    const caller = { userId: who ?? box.adminId };
    const edit = { caller, ...read(input, state) } as Parameters<typeof editPage>[1];
    return (await editPage(box.sandbox, edit)).pageId;
  },
  remove: (state, { input }) => void removePageAt(state.box.sandbox, read(input, state) as Removal),
  file(state, { input }) {
    const { bytes, ...file } = read(input, state) as Omit<Parameters<typeof addFile>[1], 'bytes'> & {
      bytes: number;
    };
    return addFile(state.box.sandbox, { ...file, bytes: new Uint8Array(bytes) });
  },
  tree(state, { input }) {
    const { pages = [], variables = {}, ...ref } = read(input, state) as TargetRef & Partial<Tree>;
    const { sandbox } = state.box;
    const kept = (page: PageNode): PageNode => ({
      ...{ ...page, title: page.title ?? page.id, slug: page.slug ?? page.id },
      ...(page.markdown !== undefined && { markdown: contentStore(sandbox.db).put(page.markdown) }),
      pages: (page.pages ?? []).map(kept),
    });
    return commitTree(sandbox, { ...ref, tree: { ...emptyTree(), variables, pages: pages.map(kept) } });
  },
  sql({ box, ...state }, { input, end }) {
    const [, sql = '', values = '[]'] = /^(.*?)(?: (\[.*\]))?$/.exec(input) ?? [];
    const given = read(values, { box, ...state }) as string[];
    if (end === '' && /^SELECT/.test(sql)) return { body: box.sandbox.db.all(sql, ...given) };
    if (end === '') return void box.sandbox.db.run(sql, ...given);
    return String(Object.values(box.sandbox.db.get<object>(sql, ...given) ?? {})[0]);
  },
  jwt(state, { input }) {
    const [, key = '', alg = 'HS256', claims = ''] =
      /^(\S+)(?: (\w+))? (.*)$/.exec(withNames(input, state)) ?? [];
    const parts = [JSON.stringify({ alg, typ: 'JWT' }), claims];
    const text = parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  },
  claims: (state, { input }) => ({
    body: JSON.parse(Buffer.from(withNames(input, state).split('.')[1] ?? '', 'base64url').toString()),
  }),
  async download({ box, ...state }, { input }) {
    const url = withNames(input, { box, ...state });
    const { status, headers, body } = await dispatchDownload(box.sandbox, url);
    const bytes = Buffer.from(body instanceof Uint8Array ? body : '');
    return { status, headers, body: { size: bytes.length, start: bytes.subarray(0, 5).toString('latin1') } };
  },
  async web(state, { input }) {
    const site: Website = { pages: read(input, state) as Website['pages'], requests: [], held: undefined };
    const server = createServer((request, response) => answer(site, request, response));
    state.cleanups.push(() => server.close());
    const url = await listening(server);
    state.websites.set(url, site);
    return url;
  },
  pages(state, { input }) {
    const [, url = '', pages = ''] = /^(\S+) (.*)$/.exec(input) ?? [];
    websiteOf(state, url).pages = read(pages, state) as Website['pages'];
  },
  hold(state, { input }) {
    websiteOf(state, input).held = [];
  },
  async release(state, { input }) {
    const site = websiteOf(state, input);
    // Nobody may have come yet, or ever.
    for (let tries = 0; site.held?.length === 0 && tries < 100; tries += 1)
      await new Promise((later) => setTimeout(later, 10));
    const { held = [] } = site;
    site.held = undefined;
    for (const go of held) go();
  },
  requests: (state, { input }) => ({ body: websiteOf(state, input).requests }),
  repository({ repositories, cleanups }) {
    const made = makeRepository();
    repositories.set(made.url, made);
    cleanups.push(() => made.cleanup());
    return made.url;
  },
  scan(state, { input }) {
    const { sandbox, adminId: userId } = state.box;
    startScans(sandbox, { userId, topics: [], ...(read(input, state) as { site: string }) });
    return sandbox.background.settle();
  },
  /** A repository of the git provider of the sandbox. */
  provide(state, { input }) {
    const [, name = '', files = ''] = /^(\S+) (.*)$/.exec(input) ?? [];
    const folder = join(repositoriesFolder(state.box.sandbox.file), name);
    rmSync(folder, { recursive: true, force: true });
    writeFiles(folder, read(files, state) as Record<string, string>);
    git(folder, 'init', '--quiet', '--initial-branch=main');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '-m', 'Write it');
    return git(folder, 'rev-parse', 'HEAD');
  },
  commit(state, { input }) {
    const [, url = '', files = ''] = /^(\S+) (.*)$/.exec(input) ?? [];
    const given = Object.entries(read(files, state)).map(([path, text]) => [
      path,
      bytesOf(text ?? undefined),
    ]);
    return state.repositories.get(withNames(url, state))?.commit(Object.fromEntries(given));
  },
  commits(state, { input }) {
    const log = state.repositories
      .get(withNames(input, state))
      ?.git('log', '--format=%an <%ae> %aI%n%B%x00', 'main');
    return {
      body: log
        ?.split('\0')
        .map((one) => one.trim())
        .filter(Boolean),
    };
  },
  files(state, { input, end }) {
    const [, url = '', branch = 'main'] = /^(\S+?)(?:#(\S+))?$/.exec(withNames(input, state)) ?? [];
    const found = state.repositories.get(url);
    if (end !== '') return found?.git('rev-parse', branch).trim();
    return {
      body: Object.fromEntries(found?.list(branch).map((path) => [path, found.read(path, branch)]) ?? []),
    };
  },
};

interface Website {
  pages: Readonly<Record<string, string | readonly [type: string, body: string]>>;
  requests: { path: string; token: string | null }[];
  held: (() => void)[] | undefined;
}

const websiteOf = (state: State, input: string): Website => {
  const site = state.websites.get(withNames(input, state));
  if (!site) throw new Error(`there is no website ${input}`);
  return site;
};

const bytesOf = (text: string | undefined) =>
  text?.startsWith('base64:') ? Buffer.from(text.slice(7), 'base64') : text;

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', md: 'text/markdown' };

async function answer(site: Website, { url = '', headers }: IncomingMessage, response: ServerResponse) {
  const { held } = site;
  if (held) await new Promise<void>((go) => held.push(go));
  site.requests.push({ path: url, token: headers.authorization ?? null });
  const [body, type = TYPES[url.split('.')[1] ?? ''] ?? 'text/html'] = [site.pages[url] ?? []]
    .flat()
    .reverse();
  const target = /^-> (.*)/.exec(body ?? '')?.[1];
  if (target !== undefined) response.writeHead(301, { location: target }).end();
  else if (body === undefined) response.writeHead(404).end();
  else {
    response.writeHead(200, { 'content-type': type }).end(bytesOf(body));
  }
}

type Removal = Parameters<typeof removePageAt>[1];
