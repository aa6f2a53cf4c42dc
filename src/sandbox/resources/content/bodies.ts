// Texts of comments, replies and reviews. They are kept as Markdown, whatever form they came in.
import type { Body, RichDocument } from '../../../api/content/rich-document.ts';
import { fromDocument } from '../../../markdown/from-document.ts';

export type BodyFormat = 'document' | 'markdown';
/** Markdown to the body of an answer. */
export type WriteBody = (markdown: string) => Body;

/** Loads what an answer in this format needs. Without one it is Markdown: which is the platform's default is not told. */
export async function bodyWriter(format: BodyFormat = 'markdown'): Promise<WriteBody> {
  if (format === 'markdown') return (markdown) => ({ markdown });
  const { loadToDocument } = await import('../../../markdown/to-document.ts');
  const toDocument = await loadToDocument();
  return (markdown) => ({ document: toDocument(markdown) });
}

/** The Markdown of a body in any of its three forms; `{}` says nothing. */
export function bodyMarkdown(body: Body): string {
  if ('markdown' in body) return body.markdown;
  return 'document' in body ? fromDocument(body.document) : '';
}

/** Every block but a void one has its nodes, none where none were sent. */
export const wholeDocument = (document: RichDocument): RichDocument => ({
  ...document,
  nodes: document.nodes.map((block) =>
    'nodes' in block || ('isVoid' in block && block.isVoid === true) ? block : { ...block, nodes: [] },
  ),
});
