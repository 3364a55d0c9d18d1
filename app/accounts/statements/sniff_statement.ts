import { markupKind } from '#app/imports/tables/markup_rows'

/** What a file is by what is in it; its name says nothing. */
export type StatementKind = 'zip' | 'excel' | 'xml' | 'markup' | 'n43' | 'csv' | 'unknown'

const sampleLength = 8000
const sampleLines = 40

/** What a text is: XML by its first character (a page or a workbook in it is a table), Norma 43 by most of its lines, CSV by its delimiters. */
export function sniffText(text: string): 'xml' | 'markup' | 'n43' | 'csv' | 'unknown' {
  if (markupKind(text) !== null) return 'markup'
  const sample = text.slice(0, sampleLength)
  if (/^\s*</.test(sample)) return 'xml'
  const lines = sample.split(/\r\n|\n|\r/, sampleLines).filter((line) => line.trim() !== '')
  const records = lines.filter(isRecord)
  if (records.length > 0 && records.length * 2 > lines.length) return 'n43'
  return lines.some((line) => /[;,\t|].*[;,\t|]/.test(line)) && isReadable(sample) ? 'csv' : 'unknown'
}

/** A record of Norma 43: its key, digits behind it where the record has some, never a table of dates. */
function isRecord(line: string): boolean {
  if (/^\d{1,4}[/.-]/.test(line)) return false
  return /^(00|11|33|88)[\d ]{10}/.test(line) || /^22.{8}\d{6}/.test(line) || /^2[34]0?\d/.test(line)
}

/** Text has no control characters but tabs and line ends. */
function isReadable(sample: string): boolean {
  const controls = sample.match(/[^\P{Cc}\s]/gu)?.length ?? 0
  return controls * 100 <= sample.length
}
