import type { TableRow } from '#app/accounts/statements/column_mapping'
import { csvDelimiters, readCsvRows } from '#app/accounts/statements/csv_rows'
import { decodeText } from '#app/accounts/statements/decode_text'
import { readXlsxRows } from '#app/accounts/statements/xlsx_rows'
import { sniffFile } from '#app/files/sniff_file'
import { DomainError } from '#app/kernel/domain_error'

/** The rows of a file, a sheet or CSV by its content. Throws E_FILE_KIND at `file` for anything else. */
export function readTable(bytes: Uint8Array): readonly TableRow[] {
  const kind = sniffFile(bytes)?.extension
  if (kind === 'zip') return readXlsxRows(bytes)
  if (kind !== 'txt')
    throw new DomainError('E_FILE_KIND', 'Formato no admitido: use Excel (.xlsx) o CSV.', { field: 'file' })
  const { text } = decodeText(bytes)
  const [head = ''] = text.split(/\r\n|\n|\r/, 1)
  const [delimiter = ';'] = csvDelimiters.toSorted((a, b) => head.split(b).length - head.split(a).length)
  return readCsvRows(text, delimiter, []).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}
