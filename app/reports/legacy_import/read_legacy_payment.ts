import { createHash } from 'node:crypto'
import type { ImportColumns } from '#app/imports/columns'
import type { RowReader } from '#app/imports/row_reader'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A payment of before the product as its row says it; amounts in minor units of its currency. */
export type LegacyPayment = {
  raw: Record<string, string>
  paidOn: CalendarDate
  siteId: number
  kind: 'other' | 'payroll'
  payee: string
  concept: string
  amountMinor: number
  currency: string
  iban: string | null
  accountText: string | null
  reference: string | null
  fingerprint: string
}

/** Names under which a company is found, folded, their codes, and the currencies that exist. */
export type LegacyContext = {
  siteIds: ReadonlyMap<string, number>
  siteCodes: ReadonlyMap<number, string>
  currencies: ReadonlySet<string>
}

export const LEGACY_COLUMNS = {
  paidOn: { title: 'Fecha', kind: 'day', isNeeded: true, aliases: ['fecha de pago', 'fecha pago'] },
  site: { title: 'Empresa', kind: 'text', isNeeded: true, aliases: ['sociedad', 'pagador'] },
  payee: {
    title: 'Beneficiario',
    kind: 'text',
    isNeeded: true,
    aliases: ['proveedor', 'nombre del beneficiario', 'destinatario'],
  },
  amount: { title: 'Importe', kind: 'money', isNeeded: true, aliases: ['total', 'cantidad'] },
  currency: { title: 'Moneda', kind: 'text', aliases: ['divisa'] },
  concept: { title: 'Concepto', kind: 'text', aliases: ['descripcion', 'detalle'] },
  iban: { title: 'IBAN', kind: 'iban', aliases: ['iban beneficiario'] },
  account: { title: 'Cuenta', kind: 'text', aliases: ['cuenta de cargo'] },
  reference: { title: 'Referencia', kind: 'text', aliases: ['ref'] },
} as const satisfies ImportColumns
type Column = keyof typeof LEGACY_COLUMNS

const PAYROLL = /\b(nominas?|salarios?|finiquitos?)\b/

/** What a row says of a payment; everything that is wrong with it is noted. Null while something is. */
export function readLegacyPayment(
  row: RowReader<Column>,
  { siteIds, currencies }: LegacyContext
): LegacyPayment | null {
  const paidOn = row.day('paidOn')
  if (row.text('paidOn') === '') row.refuse('Falta la fecha.')
  const siteId = siteIds.get(foldText(row.text('site')))
  if (siteId === undefined) row.refuse('Empresa desconocida.')
  const payee = row.text('payee').slice(0, 160)
  if (payee === '') row.refuse('Falta el beneficiario.')
  const currency = row.text('currency').toUpperCase() || 'EUR'
  const isCurrency = currencies.has(currency)
  if (!isCurrency) row.refuse(`La moneda «${row.text('currency')}» no existe.`)
  const amountMinor = row.money('amount', isCurrency ? currency : 'EUR')
  if (row.text('amount') === '' || amountMinor === 0) row.refuse('El importe debe ser mayor que cero.')
  if (amountMinor !== null && amountMinor < 0) row.refuse('El importe debe ser positivo.')
  const iban = row.iban('iban')
  if (paidOn === null || siteId === undefined || amountMinor === null) return null
  const [concept, reference] = [row.text('concept'), row.text('reference') || null]
  return {
    raw: rawOf(row),
    paidOn,
    siteId,
    kind: PAYROLL.test(foldText(`${concept} ${payee}`)) ? 'payroll' : 'other',
    payee,
    concept: concept.slice(0, 500),
    amountMinor,
    currency,
    iban,
    accountText: row.text('account') || null,
    reference,
    fingerprint: fingerprintOf([siteId, paidOn, amountMinor, currency, foldText(payee), reference ?? '']),
  }
}

const rawOf = (row: RowReader<Column>): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(LEGACY_COLUMNS) as Column[]).flatMap((key) =>
      row.text(key) === '' ? [] : [[LEGACY_COLUMNS[key].title, row.text(key)]]
    )
  )

/** The same payment in another file has the same. */
const fingerprintOf = (parts: (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
