import type { ColumnMapping, ColumnName } from '#app/accounts/statements/tables/column_mapping'
import { placeNamed } from '#app/imports/tables/place_names'
import { DomainError } from '#app/kernel/domain_error'
import type { Currency } from '#app/kernel/money/currency'

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
  fee: 'fee',
  state: 'state',
}

type MappingInput = {
  [field: string]: unknown
  text?: string[] | undefined
  day_order?: 'dmy' | 'mdy' | undefined
  decimal_mark?: ',' | '.' | null | undefined
  debit_word?: string | null | undefined
  heading_count?: number | undefined
}

const isByPlace = (columns: ColumnMapping['columns']) =>
  Object.values(columns).every((name) => placeNamed(name) !== null)

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
    ...(input.debit_word && columns.sign ? { debitWord: input.debit_word } : {}),
    ...(input.heading_count && isByPlace(columns) ? { headings: input.heading_count } : {}),
    currency,
  }
}
