import { XMLParser } from 'fast-xml-parser'
import { DomainError } from '#app/kernel/domain_error'

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  htmlEntities: true,
})

/** A node of a parsed XML file; paths are local names joined with "/", missing nodes give null or no rows. */
export class XmlNode {
  constructor(private readonly content: unknown) {}

  text(path = ''): string | null {
    const node = path ? this.first(path) : this
    return node ? node.ownText() : null
  }

  first(path: string): XmlNode | null {
    return this.all(path)[0] ?? null
  }

  all(path: string): XmlNode[] {
    return path
      .split('/')
      .reduce<XmlNode[]>((nodes, name) => nodes.flatMap((node) => node.childrenNamed(name)), [this])
  }

  attribute(name: string): string | null {
    const value = isRecord(this.content) ? this.content[`@${name}`] : null
    return typeof value === 'string' ? value : null
  }

  private childrenNamed(name: string): XmlNode[] {
    if (!isRecord(this.content) || this.content[name] === undefined) return []
    const value = this.content[name]
    return (Array.isArray(value) ? value : [value]).map((entry: unknown) => new XmlNode(entry))
  }

  private ownText(): string | null {
    const value = isRecord(this.content) ? this.content['#text'] : this.content
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
}

/**
 * Reads an XML file. Documents with a DTD or own entities are refused: no invoice standard needs them and they are
 * the door to expansion and file-reading attacks.
 */
export function parseXml(bytes: Uint8Array): XmlNode {
  const text = decodeXml(bytes)
  if (/<!(DOCTYPE|ENTITY)/i.test(text.replace(/<!--[\s\S]*?-->/g, ''))) {
    throw new DomainError(
      'E_UNREADABLE_FILE',
      'El XML contiene una DTD o entidades propias, que no se admiten.'
    )
  }
  if (isOverloaded(text)) throw new DomainError('E_UNREADABLE_FILE', 'El XML está dañado o incompleto.')
  try {
    return new XmlNode(parser.parse(text, true))
  } catch {
    throw new DomainError('E_UNREADABLE_FILE', 'El XML está dañado o incompleto.')
  }
}

const depthMax = 100
const elementsMax = 400_000

/** Whether an XML is deeper or has more elements than any invoice: told before a tree of it is built. */
function isOverloaded(text: string): boolean {
  let [depth, elements] = [0, 0]
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text.charCodeAt(at + 1)
    if (next === 0x2f) {
      depth -= 1
      continue
    }
    if (next === 0x21 || next === 0x3f) continue
    const end = text.indexOf('>', at)
    if (end < 0) return true
    elements += 1
    if (text.charCodeAt(end - 1) !== 0x2f) depth += 1
    if (depth > depthMax || elements > elementsMax) return true
  }
  return false
}

/** The text of an XML file, in the encoding that it names or begins with. */
export function decodeXml(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0))
    return new TextDecoder('utf-16le').decode(bytes)
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === 0x3c))
    return new TextDecoder('utf-16be').decode(bytes)
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  const encoding = ['iso-8859-1', 'iso-8859-15', 'windows-1252', 'latin1'].includes(declared)
    ? declared
    : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
