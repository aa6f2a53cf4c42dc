// What only the built program can get wrong: packages that read files of their own, and those that load late.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { listening, perFile } from '../helpers/lasting.ts';

const PAGE = '<main><h1>Limits</h1><table><tr><th>plan</th></tr><tr><td>free</td></tr></table></main>';
let server: Server;
let url: string;

const docs = perFile(demoDocs);
beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  url = await listening(server);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

const must = async (...args: string[]) => {
  const { code, stdout, stderr } = await docs(args);
  expect(code, stderr).toBe(0);
  return stdout;
};

describe('the built program', () => {
  it('writes PDFs and files', async () => {
    await must('cr', 'pdf', '4', '--space', 'Guides', '--save', 'all.pdf');
    expect(
      readFileSync(join(docs.home, 'work', 'all.pdf'))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await must('files', 'list', '--space', 'Guides', '--download', 'files');
    expect(readFileSync(join(docs.home, 'work', 'files', 'sample-label.png'))).toHaveLength(451);
  });

  it('imports HTML, searches, and converts Markdown both ways', async () => {
    await must('spaces', 'create', '--title', 'New', '--edit-mode', 'live', '--empty');
    await must('content', 'import', url, '--source', 'website', '--space', 'New', '--yes');
    expect(await must('pages', 'get', 'limits', '--space', 'New', '--format', 'markdown')).toContain(
      '| free |',
    );
    expect(await must('spaces', 'search', 'Guides', 'parcel')).toContain(
      'getting-started/send-your-first-parcel',
    );
    const described = await docs(['cr', 'update', '4', '--space', 'Guides', '--description-file', '-'], {
      stdin: '# Why\n\n- one\n',
    });
    expect(described.code, described.stderr).toBe(0);
    expect(await must('cr', 'get', '4', '--space', 'Guides')).toContain('# Why');
  });
});
