import type { Actor } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import type Invoice from '#app/invoices/models/invoice'
import { row, type Transaction } from '#app/kernel/database/sql'
import { findRate, missingRate } from '#app/ledger/queries/fx_rates'

/** What the exchange rate of an invoice follows. */
export type RateGround = Pick<Invoice, 'siteId' | 'currency' | 'issuedOn'>

/**
 * Gives a locked invoice the exchange rate that it is booked at: that of its day of issue, none where it is in the
 * company's own currency. A rate that a person wrote stays, unless the currency it was written for has changed.
 */
export async function keepRate(invoice: Invoice, before: RateGround, trx: Transaction): Promise<void> {
  const base = await booksIn(invoice, trx)
  // Rates are units for one euro: there are none between two other currencies.
  if (invoice.currency === base || base !== 'EUR') {
    invoice.merge({ fxRate: null, fxRateIsManual: false })
    return
  }
  const isWritten = invoice.fxRateIsManual && (before.currency === invoice.currency || isJustWritten(invoice))
  if (!isWritten) await takeReferenceRate(invoice, trx)
}

/** Of a person in the same change as the currency. */
const isJustWritten = (invoice: Invoice) => invoice.$dirty.fxRate !== undefined

async function takeReferenceRate(invoice: Invoice, trx: Transaction): Promise<void> {
  const found = invoice.issuedOn ? await findRate(invoice.currency, invoice.issuedOn, trx) : null
  invoice.fxRateIsManual = false
  if (!isSameRate(found?.rate ?? null, invoice.fxRate)) invoice.fxRate = found?.rate ?? null
}

/** The rate before an invoice is handed on: what was published since it was registered holds, and is in its history. */
export async function refreshRate(invoice: Invoice, actor: Actor, trx: Transaction): Promise<void> {
  const before = invoice.fxRate
  await keepRate(invoice, invoice, trx)
  if (invoice.fxRate === before) return
  await invoice.save()
  await logInvoiceAction(
    {
      invoiceId: invoice.id,
      action: 'field_changed',
      actor,
      before: { fxRate: before },
      after: { fxRate: invoice.fxRate },
    },
    trx
  )
}

/** Writes down the rate that a person gave; nothing asks for the published one. One that is there already changes nothing. */
export function writeRate(invoice: Invoice, rate: string | null): void {
  if (rate === null) invoice.fxRateIsManual = false
  else if (!isSameRate(rate, invoice.fxRate)) invoice.merge({ fxRate: rate, fxRateIsManual: true })
}

const isSameRate = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Number(one) === Number(other))

/** Throws E_NO_RATE for an invoice in another currency that has no exchange rate. */
export async function refuseWithoutRate(invoice: Invoice, trx: Transaction): Promise<void> {
  if (invoice.fxRate !== null || !invoice.issuedOn || invoice.currency === (await booksIn(invoice, trx)))
    return
  throw missingRate(invoice.currency, invoice.issuedOn, ' Puede escribirlo en «Tipo y concepto».')
}

/** The currency of the books of its company; the euro while it has none. */
async function booksIn({ siteId }: RateGround, trx: Transaction): Promise<string> {
  const site = siteId
    ? await row<{ baseCurrency: string }>(
        `select base_currency from sites where id = :siteId`,
        { siteId },
        trx
      )
    : null
  return site?.baseCurrency ?? 'EUR'
}
