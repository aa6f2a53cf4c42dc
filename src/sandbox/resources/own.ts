// What the sandbox answers about itself, and files and PDFs by their signed address.
import { downloadHeaders, readDownload } from '../downloads.ts';
import { handleOpen, reply } from '../handler.ts';
import { getDownload, getHealth, getSpecification } from '../match.ts';
import { openApiDocument } from '../openapi-document.ts';

export default [
  handleOpen(getHealth, () => ({ status: 'ok' as const })),

  handleOpen(getSpecification, () => openApiDocument()),

  handleOpen(getDownload, async (sandbox, input) => {
    const file = await readDownload(sandbox, input);
    return reply<unknown>(200, file.bytes, downloadHeaders(file));
  }),
];
