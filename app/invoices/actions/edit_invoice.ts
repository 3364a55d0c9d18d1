import type { Actor } from '#app/audit/record_event'
import { bankOf } from '#app/invoices/actions/apply_reading'
import { changeInvoice } from '#app/invoices/actions/change_invoice'
import { learnFromCorrection } from '#app/invoices/actions/learn_from_correction'
import { dueDateFor } from '#app/invoices/due_date'
import { addDays, type CalendarDate, compareDays, today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'
import { execute, row } from '#app/kernel/sql'

type Common = { invoiceId: number; actor: Actor; lockVersion?: number | undefined }
const FUTURE_DAYS_MAX = 7

/** Corrects issue and due date. Throws at `issued_on`, `due_on`. */
export function changeDates({
  invoiceId,
  actor,
  lockVersion,
  issuedOn,
  dueOn,
}: Common & { issuedOn: CalendarDate; dueOn: CalendarDate | null }) {
  if (compareDays(issuedOn, addDays(today(), FUTURE_DAYS_MAX)) > 0) {
    throw new DomainError('E_ISSUED', 'La fecha de emisión no puede ser posterior a hoy más 7 días.', {
      field: 'issued_on',
    })
  }
  if (dueOn && compareDays(dueOn, issuedOn) < 0) {
    throw new DomainError('E_DUE', 'El vencimiento no puede ser anterior a la emisión.', { field: 'due_on' })
  }
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'date_changed',
    edit: async (invoice, trx) => {
      invoice.issuedOn = issuedOn
      invoice.dueOn = dueOn ?? (await dueDateFor(invoice.providerId, issuedOn, trx))
    },
  })
}

/** Corrects the number as printed, series, slashes and zeros included. */
export function changeNumber({
  invoiceId,
  actor,
  lockVersion,
  invoiceNumber,
}: Common & { invoiceNumber: string }) {
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'number_changed',
    edit: async (invoice, trx) => {
      invoice.invoiceNumber = invoiceNumber.trim()
      await learnFromCorrection(invoice.providerId, 'invoiceNumber', invoice.invoiceNumber, trx)
    },
  })
}

export type Totals = {
  groups: { vatCodeId: number; baseMinor: number; vatMinor: number; surchargeMinor: number }[]
  withholdingMinor: number
  suppliedMinor: number
  totalMinor: number
}

/**
 * Corrects the totals as printed, a row a tax rate. Throws at `total` when base + tax - withholding + suplidos is
 * not the total. Lines that no longer add up stay, with an alarm.
 */
export function changeTotals({ invoiceId, actor, lockVersion, ...totals }: Common & Totals) {
  const sum = (pick: (group: Totals['groups'][number]) => number) =>
    totals.groups.reduce((total, group) => total + pick(group), 0)
  const [base, vat, surcharge] = [
    sum((group) => group.baseMinor),
    sum((group) => group.vatMinor),
    sum((group) => group.surchargeMinor),
  ]
  const computed = base + vat + surcharge - totals.withholdingMinor + totals.suppliedMinor
  if (computed !== totals.totalMinor) {
    throw new DomainError(
      'E_TOTAL',
      `El total no coincide: base + IVA − retención = ${formatAmount(computed, 'EUR')}, indicado ${formatAmount(totals.totalMinor, 'EUR')}.`,
      { field: 'total' }
    )
  }
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'totals_changed',
    edit: async (invoice, trx) => {
      invoice.merge({
        baseMinor: base,
        vatMinor: vat,
        surchargeMinor: surcharge,
        withholdingMinor: totals.withholdingMinor,
        suppliedMinor: totals.suppliedMinor,
        totalMinor: totals.totalMinor,
      })
      await execute(`delete from invoice_tax_groups where invoice_id = :invoiceId`, { invoiceId }, trx)
      for (const group of totals.groups) {
        await execute(
          `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor, surcharge_minor) values (:invoiceId, :vatCodeId, :baseMinor, :vatMinor, :surchargeMinor)`,
          { invoiceId, ...group },
          trx
        )
      }
    },
  })
}

/** Assigns the supplier; its default bank detail, terms and category come with it. */
export function changeProvider({
  invoiceId,
  actor,
  lockVersion,
  providerId,
}: Common & { providerId: number }) {
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'provider_reassigned',
    edit: async (invoice, trx) => {
      const provider = await row<{ accountCode: string | null; categoryId: number | null }>(
        `select c.ledger_account_prefix as account_code, c.id as category_id from providers p left join categories c on c.id = p.default_category_id
          where p.id = :providerId and p.status not in ('merged', 'blocked')`,
        { providerId },
        trx
      )
      if (!provider)
        throw new DomainError('E_PROVIDER', 'El valor seleccionado no es válido.', { field: 'provider_id' })
      invoice.providerId = providerId
      invoice.providerBankId = await bankOf(providerId, invoice.ibanDetected, trx)
      invoice.dueOn ??= await dueDateFor(providerId, invoice.issuedOn, trx)
      await execute(
        `update invoice_lines set category_id = :categoryId, account_code = :accountCode, match_state = 'matched'
          where invoice_id = :invoiceId and category_id is null and :categoryId::bigint is not null`,
        { invoiceId, categoryId: provider.categoryId, accountCode: provider.accountCode },
        trx
      )
    },
  })
}

/** Assigns the company that was billed. */
export function changeSite({ invoiceId, actor, lockVersion, siteId }: Common & { siteId: number }) {
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'site_reassigned',
    edit: (invoice) => {
      invoice.siteId = siteId
    },
  })
}

/** Chooses the bank detail that will be paid. */
export function changeBank({
  invoiceId,
  actor,
  lockVersion,
  providerBankId,
}: Common & { providerBankId: number | null }) {
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'field_changed',
    edit: (invoice) => {
      invoice.providerBankId = providerBankId
    },
  })
}

/** Changes kind of document, currency or concept. */
export function changeHeader({
  invoiceId,
  actor,
  lockVersion,
  ...header
}: Common & {
  docType?: 'invoice' | 'credit_note' | 'simplified' | 'receipt' | 'proforma'
  concept?: string
}) {
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'field_changed',
    edit: (invoice) => {
      if (header.docType) invoice.docType = header.docType
      if (header.concept) invoice.concept = header.concept.slice(0, 200)
    },
  })
}
