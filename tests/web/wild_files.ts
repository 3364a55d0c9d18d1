import type { ApiRequest } from '@japa/api-client'
import { FILE, type FieldNode, type Path } from '#tests/web/wild_values'

type Given = { name: string; bytes: Buffer }

const PDF = Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF')
const TABLE = Buffer.from('Nombre;NIF;Importe\nAna;12345678Z;10,00\n')

/** Files of a field, as they are sent: none, one, several, or a text in their place. */
export const FILE_VALUES: Record<string, Given[] | string> = {
  'a text': 'factura.pdf',
  'no file': [],
  'an empty file': [{ name: 'vacio.pdf', bytes: Buffer.alloc(0) }],
  'a broken PDF': [{ name: 'factura.pdf', bytes: PDF }],
  'two files': [
    { name: 'factura.pdf', bytes: PDF },
    { name: 'tabla.csv', bytes: TABLE },
  ],
  'a table': [{ name: 'tabla.csv', bytes: TABLE }],
  'a table of one NUL': [{ name: 'tabla.csv', bytes: Buffer.from('a\0b;c\n\0;\0\n') }],
  'a name without end': [{ name: `${'ñ'.repeat(4_000)}.pdf`, bytes: PDF }],
  'a name with NUL': [{ name: 'fac\0tura.pdf', bytes: PDF }],
  'a name of half a character': [{ name: 'fac\ud800tura.csv', bytes: TABLE }],
  'a name that is a path': [{ name: '../../../etc/passwd', bytes: TABLE }],
  'a program': [
    { name: 'factura.pdf', bytes: Buffer.from('\x7fELF\x02\x01\x01'.padEnd(200, '\0'), 'latin1') },
  ],
  'a PDF called a program': [{ name: 'factura.exe', bytes: PDF }],
  'half a workbook': [
    { name: 'libro.xlsx', bytes: Buffer.from('PK\x03\x04\x14\0\x06\0'.padEnd(60, 'x'), 'latin1') },
  ],
  'half a picture': [{ name: 'foto.png', bytes: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1') }],
  'a document of no kind': [{ name: 'datos.xml', bytes: Buffer.from('<?xml version="1.0"?><a><b/></a>') }],
}

/** The fields of a shape that take files, with the way to each; of an array its first element stands for all. */
export function fileFieldsOf(node: FieldNode, way: Path = []): Path[] {
  if (node.subtype === FILE) return [way]
  if (node.type === 'object')
    return (node.properties ?? []).flatMap((field) => fileFieldsOf(field, [...way, field.fieldName]))
  return node.type === 'array' && node.each ? fileFieldsOf(node.each, [...way, 0]) : []
}

/** A form with what is in `body`, and at one place the files. */
export function withFiles(
  request: ApiRequest,
  body: unknown,
  way: Path,
  given: Given[] | string
): ApiRequest {
  const at = nameOf(way)
  for (const [name, value] of entriesOf(body)) if (name !== at) request.field(name, value)
  if (typeof given === 'string') return request.field(at, given)
  // Without any the form is none of several parts.
  if (given.length === 0) request.field('_nothing', '1')
  for (const { name, bytes } of given) request.file(at, bytes, { filename: name })
  return request
}

/** `['lines', 0, 'file']` as forms call it; the only element of a list of files is its last. */
function nameOf(way: Path): string {
  const [first, ...rest] = way
  return `${first}${rest.map((at, index) => (at === 0 && index === rest.length - 1 ? '[]' : `[${at}]`)).join('')}`
}

function entriesOf(value: unknown, way: Path = []): [string, string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[nameOf(way), String(value)]]
  return Object.entries(value).flatMap(([key, one]) =>
    entriesOf(one, [...way, Array.isArray(value) ? Number(key) : key])
  )
}
