import { checkedValue, refuseBadRest } from '#app/blacklist/actions/add_entry'
import { REASONS, type Reason } from '#app/blacklist/blacklist_labels'
import type { importCells } from '#app/blacklist/import_cells'
import { readApart } from '#app/files/apart/read_apart'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'

export type ImportedRow = { rowNo: number; iban: string; reason: Reason; comment: string }
export type RowError = { rowNo: number; message: string }
export type ImportTable = { rows: ImportedRow[]; errors: RowError[] }

/** In a process of its own, as every file that somebody sends is opened. */
const readCellsApart = readApart<typeof importCells>('#app/blacklist/import_cells', 'importCells')

/** The rows of a CSV «IBAN;motivo;comentario», with or without a head, and what is wrong with each other one. Throws E_FILE at `file`. */
export async function readImportRows(bytes: Uint8Array): Promise<ImportTable> {
  const table: ImportTable = { rows: [], errors: [] }
  const seen = new Map<string, number>()
  for (const [index, cells] of (await readCellsApart(bytes)).entries()) {
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
