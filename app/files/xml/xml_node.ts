import { XMLParser } from 'fast-xml-parser'

/**
 * An element as the parser gives it, always read by its local name: a text when it has neither children nor attributes,
 * else its children in lists by name and its attributes behind "@".
 */
export type XmlNode = string | { readonly [name: string]: unknown }

// The parser's own type says `Symbol`, the object, for what is a symbol.
const metadata = XMLParser.getMetaDataSymbol() as unknown as string

/** The children of a name, in order; none when the parent is missing. */
export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  if (node === undefined || typeof node === 'string' || !Object.hasOwn(node, name)) return []
  const children = node[name]
  return Array.isArray(children) ? children.filter(isNode) : []
}

/** The first element at the end of a path of names, or undefined. */
export function childAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((parent, name) => childrenOf(parent, name)[0], node)
}

/** The text at the end of a path, entities decoded and ends trimmed; null when there is none. */
export function textAt(node: XmlNode | undefined, ...path: string[]): string | null {
  return textOf(childAt(node, ...path))
}

/** The text of an element, entities decoded and ends trimmed; null when it is empty or missing. */
export function textOf(node: XmlNode | undefined): string | null {
  const raw = typeof node === 'string' ? node : node?.['#text']
  if (typeof raw !== 'string') return null
  const text = decodeEntities(raw).trim()
  return text === '' ? null : text
}

/** An attribute of an element, or null. */
export function attributeOf(node: XmlNode | undefined, name: string): string | null {
  if (node === undefined || typeof node === 'string' || !Object.hasOwn(node, `@${name}`)) return null
  const value = node[`@${name}`]
  return typeof value === 'string' ? decodeEntities(value).trim() : null
}

/** The names of the elements inside, attributes apart. */
export function childNames(node: XmlNode | undefined): string[] {
  if (node === undefined || typeof node === 'string') return []
  return Object.keys(node).filter((name) => !/^[@#?]/.test(name))
}

/** Where in the file the element starts, in characters from 0; null for a bare text. */
export function offsetOf(node: XmlNode): number | null {
  if (typeof node === 'string') return null
  const start = (node[metadata] as { startIndex?: unknown } | undefined)?.startIndex
  return typeof start === 'number' ? start : null
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const codePointMax = 0x10ffff

/** The five entities of XML and the numeric ones; anything else stays as it is written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return namedEntities[String(name).toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return code > 0 && code <= codePointMax ? String.fromCodePoint(code) : whole
    }
  )
}
