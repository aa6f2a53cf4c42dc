// Files and PDFs by their signed address.
import { downloadHeaders, getDownload, readDownload } from '../../downloads.ts';
import { handleOpen, reply } from '../../handler.ts';

export default [
  handleOpen(getDownload, async (sandbox, input) => {
    const file = await readDownload(sandbox, input);
    return reply<unknown>(200, file.bytes, downloadHeaders(file));
  }),
];
