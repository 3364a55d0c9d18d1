import { readCamt } from '#app/accounts/statements/camt/camt'
import type { ParsedStatementFile } from '#app/accounts/statements/parsed_statement'
import { sniffText } from '#app/accounts/statements/sniff_statement'
import { layoutOf } from '#app/accounts/statements/statement_layouts'
import type { ColumnMapping } from '#app/accounts/statements/tables/column_mapping'
import { readCsvStatement } from '#app/accounts/statements/tables/csv_statement'
import { pickSheet } from '#app/accounts/statements/tables/table_sheets'
import { readTableStatement } from '#app/accounts/statements/tables/table_statement'
import { decodeText } from '#app/files/decode_text'
import { isOldOffice } from '#app/files/sniff_file'
import { isZip, unzip, zippedNames } from '#app/files/zip/read_zip'
import { addIssue } from '#app/imports/tables/file_issues'
import { assertFileBytes, fileBytesMax } from '#app/imports/tables/file_limits'
import { markupKind, readMarkupSheets } from '#app/imports/tables/markup_rows'
import { DomainError } from '#app/kernel/domain_error'

type Options = { mapping?: ColumnMapping | undefined }

/**
 * Reads a statement file of any kind by what is in it: a layout of banks (Norma 43), camt, CSV, Excel, or a ZIP of these. What is wrong is
 * told in the issues, in Spanish and with the line; the rest is read. The only refusal is DomainError
 * `E_FILE_TOO_LARGE` (more than 20 MB or 200,000 lines).
 */
export async function readStatementFile(
  bytes: Uint8Array,
  options: Options = {}
): Promise<ParsedStatementFile> {
  assertFileBytes(bytes.byteLength)
  if (isZip(bytes)) return readZip(bytes, options)
  return isOldOffice(bytes) ? readExcel(bytes, options) : readText(bytes, options)
}

function readText(bytes: Uint8Array, { mapping }: Options): ParsedStatementFile {
  const { text, encoding } = decodeText(bytes)
  const kind = sniffText(text)
  if (kind === 'xml') return { ...readCamt(text), encoding }
  if (kind === 'markup') {
    const format = markupKind(text) ?? 'html'
    return { ...readTableStatement(pickSheet(readMarkupSheets(text), mapping), format, mapping), encoding }
  }
  const layout = kind === 'layout' ? layoutOf(text) : undefined
  if (layout) return { ...layout.read(text), encoding }
  if (kind === 'csv') return { ...readCsvStatement(text, { mapping }), encoding }
  const message = text.trim() === '' ? 'El fichero está vacío.' : 'Formato no reconocido.'
  return unknownFile('unknown_format', message)
}

/** The library for Excel is large and seldom needed: it is loaded with the first such file. */
async function readExcel(bytes: Uint8Array, { mapping }: Options): Promise<ParsedStatementFile> {
  const { readXlsxSheets } = await import('#app/imports/tables/xlsx_rows')
  return refusalAsIssue(async () =>
    readTableStatement(pickSheet(readXlsxSheets(bytes), mapping), 'xlsx', mapping)
  )
}

async function readZip(bytes: Uint8Array, options: Options): Promise<ParsedStatementFile> {
  return refusalAsIssue(async () => {
    const names = new Set(zippedNames(bytes))
    if (names.has('xl/workbook.xml') || names.has('[Content_Types].xml')) return readExcel(bytes, options)
    const whole: ParsedStatementFile = { format: 'unknown', encoding: null, issues: [], statements: [] }
    for (const zipped of unzip(bytes, { bytesMax: fileBytesMax })) {
      // A ZIP or a workbook inside a ZIP is never a statement.
      if (isZip(zipped.bytes) || isOldOffice(zipped.bytes)) continue
      const file = readText(zipped.bytes, options)
      if (whole.statements.length === 0) whole.format = file.format
      whole.encoding ??= file.encoding
      whole.statements.push(...file.statements)
      for (const issue of file.issues)
        addIssue(whole.issues, issue.code, `${zipped.name}: ${issue.message}`, issue.line)
    }
    if (whole.format === 'unknown' && whole.issues.length === 0) {
      addIssue(whole.issues, 'unknown_format', 'El fichero comprimido no contiene ningún extracto.')
    }
    return whole
  })
}

/** A file that cannot be opened is told as any other trouble; one that is too large is refused. */
async function refusalAsIssue(read: () => Promise<ParsedStatementFile>): Promise<ParsedStatementFile> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'E_FILE_TOO_LARGE') throw error
    return unknownFile('unreadable_file', error.message)
  }
}

function unknownFile(code: string, message: string): ParsedStatementFile {
  return { format: 'unknown', encoding: null, issues: [{ code, message }], statements: [] }
}
