import { type Chain, followChain } from '#app/accounts/statements/balance_chain'
import { emptyEntry, type ParsedEntry, type ParsedStatement } from '#app/accounts/statements/parsed_statement'
import type { Movement, Table } from '#app/accounts/statements/tables/table_rows'
import type { TableRow } from '#app/imports/tables/table_row'

/** The entries of movements. A fee is one of its own, unless the balances say that it is inside the amount. Gives their chain. */
export function addEntries(
  movements: readonly Movement[],
  table: Table,
  statement: ParsedStatement
): Chain | null {
  const chainWith = (part: 0 | 1) =>
    followChain(
      movements.map(({ row, bookedOn, amountMinor, feeMinor, balanceMinor }) => ({
        line: row.line,
        bookedOn,
        amountMinor: amountMinor + part * feeMinor,
        balanceMinor,
      }))
    )
  const beside = chainWith(1)
  const inside = movements.some(({ feeMinor }) => feeMinor !== 0) ? chainWith(0) : null
  const isInside = inside !== null && beside !== null && inside.breaks < beside.breaks
  for (const movement of movements) statement.entries.push(...entriesOf(movement, table, isInside))
  return isInside ? inside : beside
}

function entriesOf(movement: Movement, table: Table, isFeeInside: boolean): ParsedEntry[] {
  const { row, amountMinor, currency, balanceMinor } = movement
  const entry = emptyEntry(amountMinor, currency)
  const feeMinor = isFeeInside ? 0 : movement.feeMinor
  entry.line = row.line
  entry.bookedOn = movement.bookedOn
  entry.valueOn = movement.valueOn
  entry.rawLines = table.columns.text.map((position) => row.cells[position] ?? '')
  entry.text = textOf(row, table) || (movement.counterpartyName ?? '')
  entry.reference1 = movement.reference
  entry.counterpartyName = movement.counterpartyName
  entry.counterpartyIban = movement.counterpartyIban
  entry.status = amountMinor === 0 ? 'INFO' : 'BOOK'
  entry.stateText = movement.state || null
  entry.balanceAfterMinor = balanceMinor === null ? null : balanceMinor - feeMinor
  if (feeMinor === 0) return [entry]
  const fee: ParsedEntry = {
    ...emptyEntry(feeMinor, currency),
    line: row.line,
    bookedOn: movement.bookedOn,
    valueOn: movement.valueOn,
    text: `Comisión ${entry.text}`.trim(),
    rawLines: entry.rawLines,
    reference1: movement.reference,
    balanceAfterMinor: balanceMinor,
    isFee: true,
  }
  return [entry, fee]
}

/** The text of a movement: that of all columns that have some. */
export const textOf = (row: TableRow, { columns }: Table): string =>
  columns.text
    .map((position) => row.cells[position] ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
