import type { ColumnMapping, ColumnName } from '#app/accounts/statements/column_mapping'
import type { Currency } from '#app/kernel/currency'
import { DomainError } from '#app/kernel/domain_error'

/** Names of the fields of the form of columns. */
export const columnFields: Readonly<Record<string, ColumnName>> = {
  booked_on: 'bookedOn',
  value_on: 'valueOn',
  amount: 'amount',
  sign: 'sign',
  debit: 'debit',
  credit: 'credit',
  balance: 'balance',
  counterparty_name: 'counterpartyName',
  counterparty_iban: 'counterpartyIban',
  reference: 'reference',
}

type MappingInput = {
  [field: string]: unknown
  text?: string[] | undefined
  day_order?: 'dmy' | 'mdy' | undefined
  decimal_mark?: ',' | '.' | null | undefined
}

/** The mapping a person chose. Throws at the missing column when there is no date or no amount. */
export function mappingOf(input: MappingInput, currency: Currency): ColumnMapping {
  const columns: ColumnMapping['columns'] = {}
  for (const [field, name] of Object.entries(columnFields)) {
    const heading = input[field]
    if (typeof heading === 'string' && heading !== '') columns[name] = heading
  }
  if (!columns.bookedOn)
    throw new DomainError('E_COLUMN', 'Este campo es obligatorio.', { field: 'booked_on' })
  if (!columns.amount && !columns.debit && !columns.credit) {
    throw new DomainError('E_COLUMN', 'Indique la columna del importe, o las de cargo y abono.', {
      field: 'amount',
    })
  }
  return {
    columns,
    text: input.text ?? [],
    dayOrder: input.day_order ?? 'dmy',
    ...(input.decimal_mark ? { decimalMark: input.decimal_mark } : {}),
    currency,
  }
}
