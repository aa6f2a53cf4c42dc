import { inflateSync } from 'node:zlib';
import { beforeEach, describe, it } from 'vitest';
import { createChangeRequest, getChangeRequestPdf } from '../../src/api/review/change-requests.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { match } from '../../src/sandbox/match.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;
let changeRequestId: string;

beforeEach(async () => {
  spaceId = await test.newSpace({ title: 'Guides', empty: true });
  changeRequestId = (await test.call(createChangeRequest, { spaceId, subject: 'Limits' })).id;
});

const write = async (path: string, markdown: string) =>
  (
    await editPage(test.sandbox, {
      spaceId,
      changeRequestId,
      path,
      markdown,
      caller: { userId: test.adminId },
    })
  ).pageId;

/** The titles in the outline of a PDF: they stand in it as UTF-16 texts. */
async function outline(query: object): Promise<string[]> {
  const { url } = await test.call(getChangeRequestPdf, { spaceId, changeRequestId, ...query });
  const found = match('GET', url.replace('sandbox:', ''));
  if (!found) throw new Error(`nothing answers ${url}`);
  const { status, headers, body } = await dispatch(test.sandbox, found.operation, { params: found.params });
  const bytes = Buffer.from(body as Uint8Array);
  if (
    status !== 200 ||
    headers['content-type'] !== 'application/pdf' ||
    !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))
  )
    throw new Error(`no PDF: ${status}`);
  const whole = bytes.toString('latin1');
  const texts = [whole];
  for (const start of whole.matchAll(/stream\r?\n/g)) {
    try {
      texts.push(inflateSync(bytes.subarray(start.index + start[0].length)).toString('latin1'));
    } catch {
      // Not every stream is a compressed text.
    }
  }
  return [...texts.join('\n').matchAll(/\/Title \(([^)]*)\)/g)].map(([, title = '']) =>
    title.replace(/^\u00fe\u00ff/, '').replaceAll('\u0000', ''),
  );
}

describe('the PDF of a change request', () => {
  it('holds every page, a part, or one page', async ({ expect }) => {
    const guide = await write('guide', 'Text with **bold**.\n');
    await write('guide/install', '- one\n- two\n');
    await write('limits', '| a | b |\n| - | - |\n| 1 | 2 |\n');
    expect(await outline({})).toEqual(expect.arrayContaining(['Guide', 'Install', 'Limits']));
    const part = await outline({ page: guide });
    expect(part).toContain('Install');
    expect(part).not.toContain('Limits');
    expect(await outline({ page: guide, only: true })).not.toContain('Install');
  });
});
