import { readXml } from '#app/files/xml/read_xml'
import { attributeOf, childrenOf, textOf, type XmlNode } from '#app/files/xml/xml_node'
import { assertFileLines } from '#app/imports/tables/file_limits'
import type { TableRow } from '#app/imports/tables/table_row'

const columnsMax = 200
const spreadsheetNamespace = 'urn:schemas-microsoft-com:office:spreadsheet'

/** What a text that banks save as «.xls» is: a page with tables, or a workbook of Excel 2003 in XML; null for neither. */
export function markupKind(text: string): 'html' | 'spreadsheetml' | null {
  const start = text.slice(0, 8000)
  if (!/^\s*</.test(start)) return null
  if (start.includes(spreadsheetNamespace) && /<(\w+:)?Workbook[\s>]/.test(start)) return 'spreadsheetml'
  return /<(!doctype html|html|head|body|table|meta)[\s>]/i.test(start) ? 'html' : null
}

/** The sheets of such a text: all tables of a page as one, each worksheet of a workbook. Figures and dates stay as written. */
export function readMarkupSheets(text: string): TableRow[][] {
  return markupKind(text) === 'spreadsheetml' ? readSpreadsheet(text) : [readHtml(text)]
}

function readHtml(text: string): TableRow[] {
  const clean = text.replaceAll(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, '')
  const rows: TableRow[] = []
  const found = clean.split(/<tr\b[^>]*>/i).slice(1)
  assertFileLines(found.length)
  for (const [index, row] of found.entries()) {
    const [inside = ''] = row.split(/<\/tr\s*>|<\/table\s*>/i)
    const cells: string[] = []
    for (const cell of inside.split(/<(?=t[dh]\b)/i).slice(1)) {
      const [, attributes = '', content = ''] = /^t[dh]\b([^>]*)>([\s\S]*)$/i.exec(cell) ?? []
      const span = Number(/colspan\s*=\s*["']?(\d{1,2})/i.exec(attributes)?.[1] ?? 1)
      cells.push(plainText(content), ...Array.from({ length: Math.max(span - 1, 0) }, () => ''))
    }
    if (cells.some((cell) => cell !== '')) rows.push({ line: index + 1, cells: cells.slice(0, columnsMax) })
  }
  return rows
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  uuml: 'ü',
  ccedil: 'ç',
  ordm: 'º',
  ordf: 'ª',
  minus: '-',
}
const codePointMax = 0x10ffff

function plainText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return entityText(String(name)) ?? whole
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return code > 0 && code <= codePointMax ? String.fromCodePoint(code) : whole
    })
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
}

function entityText(name: string): string | undefined {
  const lower = name.toLowerCase()
  const text = Object.hasOwn(namedEntities, lower) ? namedEntities[lower] : undefined
  return name.slice(0, 1) === lower.slice(0, 1) ? text : text?.toUpperCase()
}

function readSpreadsheet(text: string): TableRow[][] {
  const { root, rootName } = readXml(text)
  if (rootName !== 'Workbook') return []
  return childrenOf(root, 'Worksheet').map((sheet) => {
    const nodes = childrenOf(sheet, 'Table').flatMap((table) => childrenOf(table, 'Row'))
    assertFileLines(nodes.length)
    const rows: TableRow[] = []
    let line = 0
    for (const node of nodes) {
      line = indexOf(node) ?? line + 1
      const cells = cellsOf(node)
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
    }
    return rows
  })
}

/** Rows and cells that nothing stands in are left out of the file: the next one says where it is. */
function cellsOf(row: XmlNode): string[] {
  const cells: string[] = []
  for (const cell of childrenOf(row, 'Cell')) {
    const at = (indexOf(cell) ?? cells.length + 1) - 1
    if (at >= columnsMax) break
    while (cells.length < at) cells.push('')
    const [data] = childrenOf(cell, 'Data')
    const text = textOf(data) ?? ''
    cells.push(attributeOf(data, 'Type') === 'DateTime' ? text.slice(0, 10) : text)
  }
  return cells
}

function indexOf(node: XmlNode): number | null {
  const index = Number(attributeOf(node, 'Index') ?? '')
  return Number.isInteger(index) && index > 0 ? index : null
}
