import type { Actor } from '#app/audit/record_event'
import { dueDateFor } from '#app/invoices/due_date'
import { changeInvoice } from '#app/invoices/editing/change_invoice'
import { setDeductible } from '#app/invoices/editing/set_deductible'
import { writeRate } from '#app/invoices/intake/keep_rate'
import { signAmounts } from '#app/invoices/intake/sign_amounts'
import { learnInvoice } from '#app/invoices/learning/learn_invoice'
import type Invoice from '#app/invoices/models/invoice'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import {
  addDays,
  addMonths,
  type CalendarDate,
  compareDays,
  monthOf,
  today,
} from '#app/kernel/time/calendar_date'
import { openVatMonth } from '#app/ledger/queries/periods'
import { type DocType, otherKindOf } from '#app/reading/doc_kinds'

type Common = { invoiceId: number; actor: Actor; lockVersion: number }
const FUTURE_DAYS_MAX = 7

type Dates = {
  issuedOn: CalendarDate
  dueOn: CalendarDate | null
  /** When it was delivered, where that is another day; left as it is when absent. */
  operationOn?: CalendarDate | null
  /** The month (`YYYY-MM`) of the 303 it is declared in; null for that of its posting, left as it is when absent. */
  vatPeriod?: string | null
}

/** Corrects issue, operation and due date, and the VAT period. Throws at `issued_on`, `due_on`, `vat_period`. */
export function changeDates({ issuedOn, dueOn, operationOn, vatPeriod, ...common }: Common & Dates) {
  if (compareDays(issuedOn, addDays(today(), FUTURE_DAYS_MAX)) > 0) {
    throw new DomainError('E_ISSUED', 'La fecha de emisión no puede ser posterior a hoy más 7 días.', {
      field: 'issued_on',
    })
  }
  if (dueOn && compareDays(dueOn, issuedOn) < 0) {
    throw new DomainError('E_DUE', 'El vencimiento no puede ser anterior a la emisión.', { field: 'due_on' })
  }
  return changeInvoice({
    ...common,
    action: 'date_changed',
    edit: async (invoice, trx) => {
      invoice.issuedOn = issuedOn
      invoice.dueOn = dueOn ?? (await dueDateFor(invoice.providerId, issuedOn, trx))
      if (operationOn !== undefined) invoice.operationOn = operationOn
      if (vatPeriod !== undefined) {
        if (vatPeriod) await refuseVatPeriod(invoice, vatPeriod, trx)
        invoice.vatPeriod = vatPeriod
      }
      await learnInvoice(invoice, 'dates', common.actor.userId, trx)
    },
  })
}

const VAT_YEARS_MAX = 4

/** Input VAT is deducted in the period of the invoice or within the four years after (Ley 37/1992 art. 99.3), never in one that is filed. */
async function refuseVatPeriod(
  { issuedOn, siteId }: Invoice,
  period: string,
  trx: Transaction
): Promise<void> {
  const refusal = (message: string) => new DomainError('E_VAT_PERIOD', message, { field: 'vat_period' })
  if (issuedOn && period < monthOf(issuedOn))
    throw refusal('El período de IVA no puede ser anterior al mes de la factura.')
  if (issuedOn && period > monthOf(addMonths(issuedOn, VAT_YEARS_MAX * 12)))
    throw refusal('El período de IVA no puede pasar de cuatro años desde la factura.')
  if (siteId && (await openVatMonth(siteId, period, trx)) !== period)
    throw refusal(`El período de IVA ${period} ya está presentado.`)
}

/** Corrects the number as printed, series, slashes and zeros included. */
export function changeNumber({ invoiceNumber, ...common }: Common & { invoiceNumber: string }) {
  return changeInvoice({
    ...common,
    action: 'number_changed',
    edit: async (invoice, trx) => {
      invoice.invoiceNumber = invoiceNumber.trim()
      await learnInvoice(invoice, 'number', common.actor.userId, trx)
    },
  })
}

/** Chooses the bank detail that will be paid, one of the supplier's own. Throws at `provider_bank_id`. */
export function changeBank({ providerBankId, ...common }: Common & { providerBankId: number | null }) {
  return changeInvoice({
    ...common,
    action: 'field_changed',
    edit: async (invoice, trx) => {
      const usable =
        providerBankId === null ||
        (await row(
          `select 1 as found from provider_banks where id = :providerBankId and provider_id = :providerId and disabled_at is null
              and verification not in ('rejected', 'blacklisted') for key share`,
          { providerBankId, providerId: invoice.providerId },
          trx
        ))
      if (!usable)
        throw new DomainError('E_BANK', 'Elija una cuenta en uso de este proveedor.', {
          field: 'provider_bank_id',
        })
      invoice.providerBankId = providerBankId
    },
  })
}

type Header = {
  docType?: DocType
  /** Why it is an invoice, where what was read of it is something else. */
  kindReason?: string | null
  concept?: string
  currency?: string
  /** Units of the currency for one of the company's; null for the published one of the day of issue. */
  fxRate?: string | null
  /** The invoice that a credit note corrects; `rectificationNote` says why there is none. */
  rectifiesInvoiceId?: number | null
  rectificationNote?: string | null
  priority?: 'normal' | 'urgent'
  /** Not paid before this day. */
  holdUntil?: CalendarDate | null
  in347?: boolean
}

/**
 * Changes kind of document, concept, currency or exchange rate. A credit note takes what is owed back: its amounts, lines and taxes
 * turn with it, and it names the invoice it corrects or says why there is none. Throws at `currency`, `rectifies_invoice_id`.
 */
export function changeHeader({ invoiceId, actor, lockVersion, ...header }: Common & Header) {
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'field_changed',
    reason: header.kindReason,
    edit: async (invoice, trx) => {
      if (header.concept) invoice.concept = header.concept.slice(0, 200)
      if (header.currency) invoice.currency = await knownCurrency(header.currency, trx)
      if (header.fxRate !== undefined) writeRate(invoice, header.fxRate)
      if (header.priority) invoice.priority = header.priority
      if (header.holdUntil !== undefined) invoice.holdUntil = header.holdUntil
      if (header.in347 !== undefined) invoice.in347 = header.in347
      const before = invoice.docType
      if (header.docType) changeKind(invoice, header.docType, header.kindReason ?? null, actor)
      await rectify(invoice, header, before, trx)
      if (invoice.docType === before) return
      await signAmounts(invoice, trx)
      if (invoice.docType !== 'simplified' && before !== 'simplified') return
      await invoice.save()
      await setDeductible(invoice.id, trx)
    },
  })
}

const KIND_REASON_MIN = 10

/** What was told to be a quote, an order or the like becomes an invoice only for a reason; that is kept with it. */
function changeKind(invoice: Invoice, docType: DocType, reason: string | null, { userId }: Actor): void {
  const isTaken = otherKindOf(invoice.docType) !== null && otherKindOf(docType) === null
  const why = (reason ?? '').trim()
  if (isTaken && why.length < KIND_REASON_MIN)
    throw new DomainError('E_KIND_REASON', 'Explique por qué es una factura (al menos 10 letras).', {
      field: 'kind_reason',
    })
  if (isTaken) invoice.merge({ kindReason: why.slice(0, 500), kindBy: userId, kindWas: invoice.docType })
  else if (otherKindOf(docType) !== null) invoice.merge({ kindReason: null, kindBy: null, kindWas: null })
  invoice.docType = docType
}

async function rectify(invoice: Invoice, header: Header, before: DocType, trx: Transaction): Promise<void> {
  if (invoice.docType !== 'credit_note') {
    // An invoice may correct another one too, by adding to it: what was read of that stays.
    if (invoice.docType !== before) invoice.merge({ rectifiesInvoiceId: null, rectificationNote: null })
    return
  }
  const originalId =
    header.rectifiesInvoiceId === undefined ? invoice.rectifiesInvoiceId : header.rectifiesInvoiceId
  const note =
    header.rectificationNote === undefined ? invoice.rectificationNote : header.rectificationNote || null
  if (originalId === null && note === null)
    throw new DomainError(
      'E_RECTIFIES',
      'Elija la factura que rectifica el abono o escriba el motivo de que no la haya.',
      { field: 'rectifies_invoice_id' }
    )
  if (originalId !== null) await refuseForeignOriginal(invoice, originalId, trx)
  invoice.merge({ rectifiesInvoiceId: originalId, rectificationNote: originalId === null ? note : null })
}

async function refuseForeignOriginal(invoice: Invoice, originalId: number, trx: Transaction): Promise<void> {
  const original = await row(
    `select 1 as found from invoices where id = :originalId and id <> :id and provider_id = :providerId and doc_type <> 'credit_note'
        and site_id is not distinct from :siteId and status in ('pending_approval', 'approved', 'booked', 'disputed')`,
    { originalId, id: invoice.id, providerId: invoice.providerId, siteId: invoice.siteId },
    trx
  )
  if (!original)
    throw new DomainError('E_ORIGINAL', 'Elija una factura de este proveedor y de esta empresa.', {
      field: 'rectifies_invoice_id',
    })
}

async function knownCurrency(code: string, trx: Transaction): Promise<string> {
  const found = await row<{ code: string }>(`select code from currencies where code = :code`, { code }, trx)
  if (!found)
    throw new DomainError('E_CURRENCY', 'El valor seleccionado no es válido.', { field: 'currency' })
  return found.code
}
