import type { Chain } from '#app/accounts/statements/balance_chain'
import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import type { LocatedColumns } from '#app/accounts/statements/tables/column_mapping'
import { type DoubtfulDirection, isWithoutSigns } from '#app/accounts/statements/tables/complete_columns'
import type { Table } from '#app/accounts/statements/tables/table_rows'
import { type Direction, directionOfPhrase } from '#app/imports/tables/direction_words'
import { quoted } from '#app/imports/tables/file_issues'
import type { TableRow } from '#app/imports/tables/table_row'
import { foldText } from '#app/kernel/text/similarity'

/** How the signs of a table are read: under these columns, with this word for a charge, or each direction for the other. */
export type SignReading = { columns: LocatedColumns; debitWord?: string; isTurned?: boolean }

export const turned = (direction: Direction | null): Direction | null =>
  direction === null ? null : direction === 'debit' ? 'credit' : 'debit'

/** What else a column of directions may mean, for the balances to prove: the contrary, nothing, or either of two unknown words. */
export function otherReadings(
  rows: readonly TableRow[],
  columns: LocatedColumns,
  doubtful: DoubtfulDirection | null
): SignReading[] {
  const { sign, ...unsigned } = columns.positions
  if (sign !== undefined) {
    const plain = { ...columns, positions: unsigned }
    return isWithoutSigns(rows, plain)
      ? [{ columns, isTurned: true }, { columns: plain }]
      : [{ columns: plain }]
  }
  if (doubtful === null || doubtful.words.length !== 2) return []
  const signed = { ...columns, positions: { ...columns.positions, sign: doubtful.place } }
  return doubtful.words.map((debitWord) => ({ columns: signed, debitWord }))
}

/** Whether a balance falls by an amount that has no sign, from the day before or the row before. */
function falls({ entries }: ParsedStatement): boolean {
  const isNewestFirst = (entries.at(0)?.bookedOn ?? '') > (entries.at(-1)?.bookedOn ?? '')
  return entries.some(({ balanceAfterMinor: balance, amountMinor }, at) => {
    const before = entries[isNewestFirst ? at + 1 : at - 1]?.balanceAfterMinor ?? null
    return balance !== null && before !== null && amountMinor > 0 && balance - before === -amountMinor
  })
}

/** What a bank writes of a movement that takes money, whatever its column. */
const chargeText =
  /\b(compra|compras|adeudo|cargo|comision|recibo|reintegro|retirada|disposicion|nomina|nominas|impuesto|emitid[ao]|enviad[ao]|pago (a|con|en|de)|purchase|withdrawal|direct debit|standing order|lastschrift|kartenzahlung|achat|prelevement|acquisto|prelievo|levantamento|carrec|rebut)\b/
const returnText = /\b(devol|abono|retroc|anul|refund|revers|reembols|rembours|rimbors|storno|estorno)/

/**
 * Why the signs of a table are to be asked about; null where nothing speaks against them. Amounts without any sign pass as
 * incomes only where no column and no text of theirs speaks of charges, and no balance contradicts them.
 */
export function doubtOfSigns(
  rows: readonly TableRow[],
  { table, statement, chain }: { table: Table; statement: ParsedStatement; chain: Chain | null },
  doubtful: DoubtfulDirection | null
): string | null {
  if (doubtful !== null)
    return doubtful.words.length === 2
      ? `Los importes no llevan signo y la columna ${quoted(doubtful.name)} tiene dos valores: indique si distingue los cargos de los abonos.`
      : `Los importes no llevan signo y la columna ${quoted(doubtful.name)} parece distinguir los cargos de los abonos, pero no se conocen todos sus valores: indique cuál es la columna del signo o importe un fichero con signos.`
  if (!isWithoutSigns(rows, table.columns)) return null
  if (chain !== null && falls(statement))
    return 'Los importes no llevan signo y los saldos no salen si todos son ingresos: indique qué columna distingue los cargos de los abonos.'
  if (chain !== null) return null
  const charge = statement.entries.find(({ text }) => {
    const folded = foldText(text)
    return (chargeText.test(folded) || directionOfPhrase(folded) === 'debit') && !returnText.test(folded)
  })
  return charge
    ? `Los importes no llevan signo y ${quoted(charge.text)} parece un cargo: indique qué columna distingue los cargos de los abonos, o confirme las columnas si todos son ingresos.`
    : null
}
