import { XMLParser, XMLValidator } from 'fast-xml-parser'

import { childNames, childrenOf, type XmlNode } from '#app/files/xml/xml_node'

/** Why a text cannot be read, or not whole, as XML: a Spanish message and the line, from 1, when it is known. */
export type XmlProblem = {
  code: 'dtd_refused' | 'malformed_xml' | 'truncated_xml'
  message: string
  line?: number
}

export type XmlDocument = {
  /** Local name of the root element, or null when nothing could be read. */
  rootName: string | null
  root: XmlNode | undefined
  problem: XmlProblem | null
}

const nestedTagsMax = 60
/** How far from the end the closing tag of the root is looked for. */
const tailLength = 1000

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  removeNSPrefix: true,
  // Numbers stay text: an amount must not become a float nor a reference lose its zeros.
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  captureMetaData: true,
  maxNestedTags: nestedTagsMax,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

const notXml: XmlProblem = { code: 'malformed_xml', message: 'El XML está mal formado y no se puede leer.' }

/**
 * Reads XML as far as it goes. A document type is refused unread: nothing a bank sends has one, and entities are how a
 * file is made to explode or to read others. Never throws: what is wrong is told with its line.
 */
export function readXml(text: string): XmlDocument {
  const doctype = /<!(DOCTYPE|ENTITY)/i.exec(text)
  if (doctype) {
    const message = 'El fichero contiene una declaración DTD o entidades, que no se admiten.'
    const problem: XmlProblem = { code: 'dtd_refused', message, line: lineAt(text, doctype.index) }
    return { rootName: null, root: undefined, problem }
  }
  const document = parse(text) ?? parse(text.slice(0, text.lastIndexOf('>') + 1))
  if (document === null) return { rootName: null, root: undefined, problem: notXml }
  const rootName = childNames(document)[0] ?? null
  if (rootName === null) return { rootName, root: undefined, problem: notXml }
  const root = childrenOf(document, rootName)[0]
  return { rootName, root, problem: findProblem(text, rootName) }
}

/** The line, from 1, of a position of the text. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** The parser throws on a tag or comment that never ends and on elements nested too deep. */
function parse(text: string): XmlNode | null {
  try {
    return parser.parse(text) as XmlNode
  } catch {
    return null
  }
}

function findProblem(text: string, rootName: string): XmlProblem | null {
  const result = XMLValidator.validate(text)
  if (result === true) return null
  // Of a file cut short the validator names the first element left open; what is missing is at the end.
  const lastTag = /<\/(?:[^<>:]+:)?([^<>:\s]+)\s*>\s*$/.exec(text.slice(-tailLength))?.[1]
  if (lastTag !== rootName) {
    const message = 'El XML está cortado: faltan etiquetas de cierre al final.'
    return { code: 'truncated_xml', message, line: lineAt(text, text.length) }
  }
  const { line } = result.err
  return { code: 'malformed_xml', message: `El XML está mal formado en la línea ${line}.`, line }
}
