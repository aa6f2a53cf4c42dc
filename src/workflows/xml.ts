// A reader for the XML of identity providers: elements, attributes, text. No DTD, so no entities to expand.
import { SaxesParser } from 'saxes';
import { ValidationError } from '../errors.ts';

export interface XmlElement {
  /** Local name, without its prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

const MOST_CHARACTERS = 1_000_000;
const DEEPEST = 100;

/** The root element of a document. Throws ValidationError for what is not well-formed, or has a DTD. */
export function readXml(source: string): XmlElement {
  const text = source.replace(/^\uFEFF/, '');
  if (text.length > MOST_CHARACTERS) throw broken('has more than 1,000,000 characters');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false, position: true });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  // What is not well-formed is not guessed at: the first error ends it.
  parser.on('error', ({ message }) => {
    throw broken(`cannot be read: ${described(message)}`);
  });
  parser.on('doctype', () => {
    throw broken('has a DTD, which is not read');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = {
      name: localName(name),
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [localName(key), value]),
      ),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > DEEPEST) throw broken(`nests more than ${DEEPEST} levels`);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  const [document] = root.children;
  if (!document) throw broken('cannot be read: no element');
  return document;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** `3:7: unclosed tag: a` to `line 3, column 7: unclosed tag: a`. */
const described = (message: string): string =>
  message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ').replace(/\.$/, '');

const broken = (what: string) => new ValidationError(`the XML ${what}`);
