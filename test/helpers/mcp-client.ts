// The official client, connected to `docs mcp` of the built program over its standard streams.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BIN, type Built, NODE } from './built.ts';

export type Era = 'current' | 'former';

export interface Given {
  era?: Era;
  /** How a person answers each question; absent: the client cannot ask. */
  person?: (question: Question) => Reply;
}

export interface Question {
  message: string;
  /** What is to be typed, or nothing where yes is enough. */
  word?: string;
}

export type Reply =
  | { action: 'accept'; content: { consent: string | boolean } }
  | { action: 'decline' | 'cancel' };

export const agree = ({ word }: Question): Reply => ({
  action: 'accept',
  content: { consent: word ?? true },
});

export interface Answered {
  text: string;
  data: Record<string, unknown>;
  isError: boolean;
  /** The whole answer as it came. */
  bytes: number;
}

export interface Connected {
  client: Client;
  version: string | undefined;
  call(name: string, given?: Record<string, unknown>): Promise<Answered>;
  /** The code of what was refused; fails for what was not. */
  refusal(name: string, given: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function connect(docs: Built, args: readonly string[], given: Given = {}): Promise<Connected> {
  const { era = 'current', person } = given;
  const transport = new StdioClientTransport({
    command: NODE,
    args: [BIN, 'mcp', ...args],
    cwd: `${docs.home}/work`,
    env: docs.env,
  });
  const client = new Client(
    { name: 'story-teller', version: '7.1' },
    {
      capabilities: person ? { elicitation: {} } : {},
      ...(era === 'current' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  if (person)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { message, requestedSchema } = params as unknown as { message: string; requestedSchema: Form };
      const word = /^Type "(.*)"$/.exec(requestedSchema.properties.consent.title)?.[1];
      return person({ message, ...(word !== undefined && { word }) });
    });
  await client.connect(transport);
  const call = async (name: string, argument: Record<string, unknown> = {}): Promise<Answered> => {
    const answer = await client.callTool({ name, arguments: argument });
    const [content] = answer.content as { type: string; text: string }[];
    return {
      text: content?.text ?? '',
      data: { ...Object(answer.structuredContent) },
      isError: answer.isError === true,
      bytes: Buffer.byteLength(JSON.stringify(answer)),
    };
  };
  return {
    client,
    version: client.getNegotiatedProtocolVersion(),
    call,
    async refusal(name, argument) {
      const { text, isError } = await call(name, argument);
      if (!isError)
        throw new Error(`${name} ${JSON.stringify(argument)} was not refused: ${text.slice(0, 300)}`);
      return String(JSON.parse(text).error.code);
    },
    close: () => client.close(),
  };
}

interface Form {
  properties: { consent: { title: string } };
}
