// Files of a space, each used in another way, and files that look like them and are not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openSandbox } from '../../../../src/sandbox/app.ts';
import type { FileNode, PageNode } from '../../../../src/sandbox/content/model.ts';
import { contentStore } from '../../../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../../../src/sandbox/resources/content/content-target.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);
let spaceId: string;
beforeEach(async () => {
  spaceId = await run('spaces', 'create', 'Atlas', '--jq', '.id');
});

async function run(...argv: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await cli(argv);
  expect(exitCode, `${argv.join(' ')}: ${stderr}`).toBe(0);
  return stdout.trim();
}

interface Content {
  files: readonly [id: string, name: string, path?: string][];
  text: string;
  cover?: string;
  reusable?: string;
}

function commit({ files, text, cover, reusable }: Content): void {
  const sandbox = openSandbox({ file: join(cli.home, '.local/share/docs/sandbox.db'), env: {} });
  const put = (content: string) => contentStore(sandbox.db).put(content);
  const page: PageNode = {
    ...{ id: 'page1', type: 'document', title: 'Home', slug: 'home', pages: [], markdown: put(text) },
    ...(cover !== undefined && { cover: { ref: { kind: 'file', file: cover } } }),
  };
  const nodes = files.map(([id, name, path]): FileNode => {
    const about = { id, name, contentType: 'image/png', size: 4, hash: put(name) };
    return path === undefined ? about : { ...about, git: { oid: '0'.repeat(40), path } };
  });
  const reusableContents = [{ id: 'reuse1', title: 'Note', markdown: put(reusable ?? 'Nothing.') }];
  commitTree(sandbox, { spaceId, tree: { pages: [page], files: nodes, reusableContents, variables: {} } });
  sandbox.db.close();
}

it('finds what nothing uses, and nothing that is used in any way', async () => {
  commit({
    files: [
      ['UsedById0000000001', 'one.png'],
      ['UsedByPath00000002', 'Café plan (1).png', '.gitbook/assets/Café plan (1).png'],
      ['UsedAsCover0000003', 'three.png'],
      ['UsedInReuse0000004', 'four.png'],
      ['UsedAsLogo00000005', 'five.png'],
      ['UsedInSpec00000006', 'six.png'],
      ['UsedInBlock0000007', 'under_score&and.pdf'],
      ['UsedAfterBreak0008', 'eight.png'],
      ['NotUsed00000000009', 'ne.png'],
      ['NotUsed00000000010', 'Café plan.png', '.gitbook/assets/Café plan.png'],
      ['NotUsed00000000011', 'cover.png'],
    ],
    text: `# Home

![](/files/UsedById0000000001) ![A](<../.gitbook/assets/Caf%C3%A9%20plan%20(1).png>)

{% file src="../.gitbook/assets/under\\_score&amp;and.pdf" %}

Images:
eight.png
`,
    cover: 'UsedAsCover0000003',
    reusable: '<img src="../assets/four.png">',
  });
  const logo =
    'https://images.example.com/~gitbook/image?url=https%3A%2F%2Ffiles.example.com%2Fo%2Fspaces%252FX%252Fuploads%252FUsedAsLogo00000005%252Ffive.png%3Falt%3Dmedia';
  const header = `header.logo=${JSON.stringify({ light: logo, dark: logo })}`;
  await run('customization', 'set', '--site', 'Tarnpost Docs', '--set', header, '--yes');
  const info = { title: 'T', version: '1', 'x-logo': { url: 'https://x.example/six.png' } };
  writeFileSync(join(cli.cwd, 'spec.json'), JSON.stringify({ openapi: '3.1.0', info, paths: {} }));
  await run('openapi', 'create', 'pictures', '--file', 'spec.json', '--wait');

  const { stdout, stderr } = await cli('files unused --space Atlas -o tsv --fields id');
  expect(stdout).toBe('NotUsed00000000009\nNotUsed00000000010\nNotUsed00000000011\n');
  expect(stderr.trim()).toBe('3 of 11 files unused, 12 B');
});

it('reads a thousand files and a large page once', async () => {
  const idOf = (n: number) => `File${String(n).padStart(16, '0')}`;
  const files = Array.from({ length: 1000 }, (_, n): [string, string] => [idOf(n), `picture-${n}.png`]);
  const used = files.filter((_, n) => n % 4 !== 0);
  commit({ files, text: used.map(([id]) => `![](/files/${id})`).join('\n\n') });
  const { stdout } = await cli(['files', 'unused', '--space', 'Atlas', '-q']);
  expect(stdout.trim().split('\n')).toHaveLength(250);
});
