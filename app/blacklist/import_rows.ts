import { parse } from 'csv-parse/sync'
import { checkedValue, refuseBadRest } from '#app/blacklist/actions/add_entry'
import { REASONS, type Reason } from '#app/blacklist/blacklist_labels'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/similarity'

export type ImportedRow = { rowNo: number; iban: string; reason: Reason; comment: string }
export type RowError = { rowNo: number; message: string }
export type ImportTable = { rows: ImportedRow[]; errors: RowError[] }

export const IMPORT_ROWS_MAX = 20_000

/** The rows of a CSV «IBAN;motivo;comentario», with or without a head, and what is wrong with each other one. Throws E_FILE at `file`. */
export function readImportRows(bytes: Uint8Array): ImportTable {
  const table: ImportTable = { rows: [], errors: [] }
  const seen = new Map<string, number>()
  for (const [index, cells] of cellsOf(bytes).entries()) {
    const rowNo = index + 1
    if (cells.every((cell) => cell.trim() === '') || (rowNo === 1 && foldText(cells[0] ?? '') === 'iban'))
      continue
    try {
      const read = readRow(rowNo, cells)
      const earlier = seen.get(read.iban)
      if (earlier !== undefined) throw new DomainError('E_TWICE', `el IBAN ya está en la fila ${earlier}.`)
      seen.set(read.iban, rowNo)
      table.rows.push(read)
    } catch (error) {
      if (!isDomainError(error)) throw error
      table.errors.push({ rowNo, message: `Fila ${rowNo}: ${error.message}` })
    }
  }
  return table
}

function cellsOf(bytes: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8').decode(bytes).replace(/^\uFEFF/, '')
  const [head = ''] = text.split(/\r?\n/, 1)
  const delimiter = [';', '\t', ','].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ';'
  try {
    const cells: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    })
    if (cells.length > IMPORT_ROWS_MAX + 1) throw new RangeError('too many')
    return cells
  } catch (error) {
    throw new DomainError(
      'E_FILE',
      'El fichero no es un CSV «IBAN;motivo;comentario» de hasta 20.000 filas.',
      {
        field: 'file',
        cause: error,
      }
    )
  }
}

const REASON_NAMES = new Map<string, Reason>(
  Object.entries(REASONS).flatMap(([key, label]): [string, Reason][] => [
    [foldText(key), key as Reason],
    [foldText(label), key as Reason],
  ])
)

function readRow(rowNo: number, [iban = '', reasonText = '', comment = '']: string[]): ImportedRow {
  let value: string
  try {
    value = checkedValue({ patternType: 'iban', value: iban, isInvalid: false })
  } catch (error) {
    throw new DomainError('E_IBAN', 'IBAN no válido.', { cause: error })
  }
  const reason = REASON_NAMES.get(foldText(reasonText))
  if (!reason) throw new DomainError('E_REASON', `motivo desconocido «${reasonText.trim()}».`)
  refuseBadRest({ comment, expiresOn: null })
  return { rowNo, iban: value, reason, comment: comment.trim().slice(0, 500) }
}
