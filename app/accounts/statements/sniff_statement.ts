import { layoutOf } from '#app/accounts/statements/statement_layouts'
import { markupKind } from '#app/imports/tables/markup_rows'

/** What a file is by what is in it; its name says nothing. */
export type StatementKind = 'zip' | 'excel' | 'xml' | 'markup' | 'layout' | 'csv' | 'unknown'

const sampleLength = 8000
const sampleLines = 40

/** What a text is: XML by its first character (a page or a workbook in it is a table), a layout of banks by its lines, CSV by its delimiters. */
export function sniffText(text: string): 'xml' | 'markup' | 'layout' | 'csv' | 'unknown' {
  if (markupKind(text) !== null) return 'markup'
  const sample = text.slice(0, sampleLength)
  if (/^\s*</.test(sample)) return 'xml'
  if (layoutOf(text)) return 'layout'
  const lines = sample.split(/\r\n|\n|\r/, sampleLines).filter((line) => line.trim() !== '')
  return lines.some((line) => /[;,\t|].*[;,\t|]/.test(line)) && isReadable(sample) ? 'csv' : 'unknown'
}

/** Text has no control characters but tabs and line ends. */
function isReadable(sample: string): boolean {
  const controls = sample.match(/[^\P{Cc}\s]/gu)?.length ?? 0
  return controls * 100 <= sample.length
}
