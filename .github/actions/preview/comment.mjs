// Keeps one comment on a pull request: the one whose first line is the first line of the file. Node and GitHub's API only.
import { readFileSync } from 'node:fs';
import { env } from 'node:process';

const { GITHUB_API_URL = 'https://api.github.com', GITHUB_REPOSITORY = '', GITHUB_TOKEN = '' } = env;
const { PULL_REQUEST = '', DOCS_TOKEN = '' } = env;
const body = readFileSync(process.argv[2], 'utf8');
const marker = body.split('\n')[0];

if (!/^[1-9]\d*$/.test(PULL_REQUEST)) fail('this run is not about a pull request');
if (!/^<!-- docs .+ -->$/.test(marker)) fail('the text does not begin with its marker');
for (const secret of [GITHUB_TOKEN, DOCS_TOKEN])
  if (secret !== '' && body.includes(secret)) fail('the text holds a token: nothing was written');

function fail(message) {
  process.stderr.write(`::error::${message}\n`);
  process.exit(1);
}

const headers = { accept: 'application/vnd.github+json', authorization: `Bearer ${GITHUB_TOKEN}` };

async function ask(method, path, data) {
  const answer = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/${path}`, {
    method,
    headers,
    ...(data && { body: JSON.stringify(data) }),
  });
  if (!answer.ok) fail(`${method} of the comment was answered with ${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
}

/** A token of a person has an owner; that of the run, or of an app, writes as a bot. */
async function isOwn() {
  const answer = await fetch(`${GITHUB_API_URL}/user`, { headers });
  const { id } = answer.ok ? await answer.json() : {};
  return ({ user }) => (id === undefined ? user?.type === 'Bot' : user?.id === id);
}

const own = await isOwn();

/** The oldest first. Of others, none is touched: only who may write as the token's owner could have written these. */
async function ours() {
  const found = [];
  for (let page = 1; ; page += 1) {
    const list = await ask('GET', `${PULL_REQUEST}/comments?per_page=100&page=${page}`);
    found.push(...list.filter((one) => one.body?.split(/\r?\n/)[0] === marker && own(one)));
    if (list.length < 100) return found.sort((a, b) => a.id - b.id);
  }
}

const [known] = await ours();
if (!known) await ask('POST', `${PULL_REQUEST}/comments`, { body });
else if (known.body.replaceAll('\r\n', '\n').trim() !== body.trim())
  await ask('PATCH', `comments/${known.id}`, { body });
// Two runs at once may both have found none: the younger ones go.
for (const { id } of (await ours()).slice(1)) await ask('DELETE', `comments/${id}`);
