import type { LocatedColumns } from '#app/accounts/statements/tables/column_mapping'
import type { TableRow } from '#app/imports/tables/table_row'
import { isDataRow, isFigureCell } from '#app/imports/tables/table_shape'
import { foldText } from '#app/kernel/text/similarity'

/** Headings that name a column of charges where another faces it, and what the bank takes for a movement where none does. */
const feeHeading =
  /\b(gastos?|despeses?|despesas?|cargos?|charges?|spese|spesen|frais|kosten|gastuak|comision(es)?|costes?|costs?|costi)\b/

/**
 * The columns, what stands beside an amount put right: a column of charges alone beside it is a fee («Importe», «Gastos») where
 * rows have both, and faces it («Importe», «Cargo») where each row has one of the two. «Ingresos» beside «Gastos» stay a pair.
 */
export function withFees(columns: LocatedColumns, rows: readonly TableRow[]): LocatedColumns {
  const { amount, debit, credit, fee } = columns.positions
  if (amount === undefined || (debit === undefined) === (credit === undefined)) return columns
  const place = (debit ?? credit) as number
  const body = rows.slice(columns.headerIndex + 1).filter(isDataRow)
  const isFilled = (cells: readonly string[], at: number) => {
    const cell = (cells[at] ?? '').trim()
    return isFigureCell(cell) && !/^[-+0.,\s€]*$/.test(cell)
  }
  const isFacing =
    body.length > 0 &&
    body.every(({ cells }) => isFilled(cells, amount) !== isFilled(cells, place)) &&
    body.some(({ cells }) => isFilled(cells, place)) &&
    body.some(({ cells }) => isFilled(cells, amount))
  const { amount: _, debit: __, credit: ___, ...others } = columns.positions
  const pair = debit === undefined ? { debit: amount, credit: place } : { debit: place, credit: amount }
  if (isFacing) return { ...columns, positions: { ...others, ...pair } }
  const heading = foldText(rows[columns.headerIndex]?.cells[place] ?? '')
  // «Gastos» may say who bears them: SHA, OUR.
  const isOfFigures = body.some(({ cells }) => isFigureCell((cells[place] ?? '').trim()))
  if (debit !== undefined && feeHeading.test(heading) && !isOfFigures)
    return { ...columns, positions: { ...others, amount } }
  const isFee = debit !== undefined && fee === undefined && feeHeading.test(heading)
  return isFee ? { ...columns, positions: { ...others, amount, fee: place } } : columns
}
