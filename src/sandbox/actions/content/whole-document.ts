// Rich documents as the platform shows them: a client may leave out what is empty.
import type { RichDocument } from '../../../api/content/rich-document.ts';

/** Every block but a void one has its nodes, none where none were sent. */
export const wholeDocument = (document: RichDocument): RichDocument => ({
  ...document,
  nodes: document.nodes.map((block) =>
    'nodes' in block || ('isVoid' in block && block.isVoid === true) ? block : { ...block, nodes: [] },
  ),
});
