import type { ItemTerms } from '#app/contracts/contract_terms'
import { parseRate, type Tier, toMinor4 } from '#app/contracts/pricing/rate'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, parseDay, today } from '#app/kernel/time/calendar_date'

/** A row of the grid, as it was typed or pasted. */
type Row = Partial<Record<(typeof NAMES)[number], string>>
const NAMES = [
  'code',
  'description',
  'unit',
  'price',
  'valid_from',
  'valid_to',
  'min_qty',
  'max_qty',
  'tiers',
  'keywords',
] as const
const KEYWORDS_MAX = 20

/**
 * The prices of the grid; rows in which nothing stands are left out and a price without a day holds from the start of the
 * contract. Throws at `items` with the row that is wrong.
 */
export function readItems(json: string | null | undefined, startsOn: CalendarDate): ItemTerms[] {
  return rowsOf(json ?? '[]').flatMap((row, index) =>
    isEmpty(row) ? [] : [readRow(row, index + 1, startsOn)]
  )
}

function rowsOf(json: string): Row[] {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    given = null
  }
  if (!Array.isArray(given))
    throw new DomainError('E_ITEMS', 'Los precios no se pueden leer.', { field: 'items' })
  return given.map((one) =>
    Object.fromEntries(NAMES.map((name) => [name, String((one as Row | null)?.[name] ?? '').trim()]))
  )
}

const isEmpty = (row: Row) => NAMES.every((name) => name === 'unit' || !row[name])

function readRow(row: Row, number: number, startsOn: CalendarDate): ItemTerms {
  const wrong = (what: string) => new DomainError('E_ITEM', `Fila ${number}: ${what}`, { field: 'items' })
  const code = (row.code ?? '').toUpperCase().replaceAll(/\s+/g, '-')
  if (!/^[A-Z0-9._/-]{1,40}$/.test(code))
    throw wrong('el código solo lleva letras, cifras y los signos . _ / -')
  if (!row.description || row.description.length > 300)
    throw wrong('falta la descripción (300 caracteres como máximo).')
  const price = parseRate(row.price ?? '')
  if (price === null || price < 0) throw wrong('el precio no es válido: use coma y hasta cuatro decimales.')
  const day = (text: string | undefined, name: string): CalendarDate | null => {
    if (!text) return null
    const found = parseDay(text, today())
    if (!found) throw wrong(`la fecha «${name}» no es válida.`)
    return found
  }
  const quantity = (text: string | undefined, name: string): string | null => {
    if (!text) return null
    const found = parseRate(text)
    if (found === null || found < 0) throw wrong(`la cantidad ${name} no es válida.`)
    return String(found / 10_000)
  }
  const keywords = (row.keywords ?? '')
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter(Boolean)
  if (keywords.length > KEYWORDS_MAX || keywords.some((word) => word.length > 120))
    throw wrong('hasta 20 palabras clave, separadas por comas.')
  return {
    code,
    description: row.description,
    unit: (row.unit || 'ud').slice(0, 20),
    unitPriceMinor4: price,
    minQty: quantity(row.min_qty, 'mínima'),
    maxQty: quantity(row.max_qty, 'máxima'),
    validFrom: day(row.valid_from, 'Desde') ?? startsOn,
    validTo: day(row.valid_to, 'Hasta'),
    tiers: readTiers(row.tiers ?? '', wrong),
    keywords,
  }
}

/** "100: 1,10; 500: 0,95": from each quantity on, its price. */
function readTiers(text: string, wrong: (what: string) => DomainError): Tier[] {
  const tiers = text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [from = '', price = ''] = part.split(':')
      const [fromMinor4, priceMinor4] = [parseRate(from), parseRate(price)]
      if (!fromMinor4 || fromMinor4 < 0 || priceMinor4 === null || priceMinor4 < 0)
        throw wrong('los tramos se escriben «cantidad: precio; cantidad: precio».')
      return { from_qty: String(fromMinor4 / 10_000), price_minor4: priceMinor4 }
    })
    .toSorted((a, b) => (toMinor4(a.from_qty) ?? 0) - (toMinor4(b.from_qty) ?? 0))
  if (new Set(tiers.map(({ from_qty }) => from_qty)).size < tiers.length)
    throw wrong('hay dos tramos desde la misma cantidad.')
  return tiers
}
