import { readOrderedDay } from '#app/imports/tables/day_order'
import type { OpenTable } from '#app/imports/tables/open_table'
import type { TableRow } from '#app/imports/tables/table_row'
import { readFigure } from '#app/imports/tables/table_values'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { type Currency, currencyExponent } from '#app/kernel/money/currency'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A row of a file under the columns of its import. What cannot be read is noted as wrong and given as null. */
export type RowReader<Key extends string> = {
  rowNo: number
  /** Whether the file has the column at all. */
  has: (key: Key) => boolean
  /** The cell as it is written, ends trimmed; empty where there is none. */
  text: (key: Key) => string
  /** Minor units under the decimal mark of the file; null for an empty cell. */
  money: (key: Key, currency?: Currency) => number | null
  day: (key: Key) => CalendarDate | null
  /** Normalised; null for an empty cell. */
  iban: (key: Key) => string | null
  /** Normalised and unchecked; empty where there is none. */
  taxId: (key: Key) => string
  /** Notes what is wrong with the row. */
  refuse: (message: string) => void
  /** Notes what has to be seen, and does not keep the row out. */
  warn: (message: string) => void
}

/** A row that was read, with what was noted of it. */
export type NotedRow<Key extends string> = { reader: RowReader<Key>; errors: string[]; warnings: string[] }

type Conventions = Pick<OpenTable, 'places' | 'decimalMark' | 'dayOrders' | 'decisive'>

/** Reads the cells of one row by what the whole table says of its figures and days. */
export function readerOf<Key extends string>(
  row: TableRow,
  { places, decimalMark, dayOrders, decisive }: Conventions
): NotedRow<Key> {
  const errors: string[] = []
  const warnings: string[] = []
  const text = (key: Key) => (row.cells[places[key] ?? -1] ?? '').trim()
  const noted = <Value>(value: Value | null, message: () => string): Value | null => {
    if (value === null) errors.push(message())
    return value
  }
  const reader: RowReader<Key> = {
    rowNo: row.line,
    has: (key) => places[key] !== undefined,
    text,
    money: (key, currency = 'EUR') => {
      const cell = text(key)
      if (cell === '') return null
      const said = (row.cells[decisive.currency ?? -1] ?? '').trim()
      if (said !== '' && currencySaid(said) !== currency)
        errors.push(`El importe está en «${said.slice(0, 20)}» y aquí solo se leen importes en ${currency}.`)
      return noted(readFigure(cell, decimalMark, currency), () => figureProblem(cell, decimalMark, currency))
    },
    day: (key) => {
      const cell = text(key)
      if (cell === '') return null
      const order = dayOrders[key] ?? 'dmy'
      return noted(readOrderedDay(cell, order), () =>
        order === 'unsure' && readOrderedDay(cell, 'dmy') !== null
          ? `La fecha «${cell}» puede leerse de dos maneras: escríbala como 2026-03-31.`
          : `La fecha «${cell}» no es válida.`
      )
    },
    iban: (key) => {
      const iban = normalizeIban(text(key))
      if (iban === '') return null
      return noted(isValidIban(iban) ? iban : null, () => 'El IBAN no es válido.')
    },
    taxId: (key) => normalizeTaxId(text(key)),
    refuse: (message) => errors.push(message),
    warn: (message) => warnings.push(message),
  }
  return { reader, errors, warnings }
}

/** «1.234» may be a thousand or one and a bit: where the whole column does not tell, a person has to. */
function figureProblem(cell: string, mark: ',' | '.' | null, currency: Currency): string {
  const isTwofold = mark === null && /^\D*\d{1,3}[.,]\d{3}\D*$/.test(cell) && currencyExponent(currency) !== 3
  return isTwofold
    ? `El importe «${cell}» puede leerse de dos maneras: escríbalo con decimales.`
    : `El importe «${cell}» no es válido.`
}

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' }

/** The currency that a cell names, by its code, its sign or as euros in words; null for anything else. */
function currencySaid(cell: string): string | null {
  const text = cell.toUpperCase()
  if (/^EUROS?\b/.test(text)) return 'EUR'
  return /\b[A-Z]{3}\b/.exec(text)?.[0] ?? SIGNS[text.charAt(0)] ?? null
}
