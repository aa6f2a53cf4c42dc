// A reader for the XML of identity providers: elements, attributes, text. No DTD, so no entities to expand.
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
/** Comment, CDATA, declaration or processing instruction, tag, or text up to the next one. */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([\w.:-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y;
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The root element of a document. Throws ValidationError for what is no XML, or has a DTD. */
export function readXml(source: string): XmlElement {
  const text = source.replace(/^\uFEFF/, '');
  if (text.length > MOST_CHARACTERS) throw broken('has more than 1,000,000 characters');
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw broken('has a DTD, which is not read');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw broken(`cannot be read from character ${at + 1} on`);
    takeToken(open, found);
  }
  const [document] = root.children;
  if (open.length !== 1 || !document) throw broken('ends too early');
  return document;
}

function takeToken(
  open: XmlElement[],
  [whole, data, closing, name, attributes = '', selfClosing, text]: RegExpExecArray,
): void {
  const parent = open.at(-1);
  if (!parent) throw broken(`closes ${whole} once too often`);
  if (name === undefined) {
    parent.text += data ?? decode(text ?? '');
    return;
  }
  if (closing) {
    if (localName(name) !== parent.name) throw broken(`closes <${parent.name}> with ${whole}`);
    open.pop();
    return;
  }
  const element = { name: localName(name), attributes: attributesOf(attributes), children: [], text: '' };
  parent.children.push(element);
  if (!selfClosing) open.push(element);
  if (open.length > DEEPEST) throw broken(`nests more than ${DEEPEST} levels`);
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]): [string, string] => [
    localName(name),
    decode(double ?? single ?? ''),
  ]);
  return Object.fromEntries(found);
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const broken = (what: string) => new ValidationError(`the XML ${what}`);
