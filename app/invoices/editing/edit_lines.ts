import type { Actor } from '#app/audit/record_event'
import { assertChargeable } from '#app/invoices/chargeable_account'
import { changeInvoice } from '#app/invoices/editing/change_invoice'
import { noteCorrections } from '#app/invoices/editing/note_corrections'
import { setDeductible } from '#app/invoices/editing/set_deductible'
import { learnInvoice } from '#app/invoices/learning/learn_invoice'
import type Invoice from '#app/invoices/models/invoice'
import { findTaxCode } from '#app/invoices/queries/tax_codes'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { Money } from '#app/kernel/money/money'
import { type CalendarDate, compareDays } from '#app/kernel/time/calendar_date'

export type LineInput = {
  concept: string
  quantity: string
  baseMinor: number
  vatCodeId: number | null
  /** How much of its VAT is deducted; what its category and the document allow when null. */
  deductiblePercent: number | null
  withholdingCodeId: number | null
  categoryId: number | null
  accountCode: string | null
  centerId: number | null
  /** Price of a unit times ten thousand, and the discount on it; left as they are when absent. */
  price?: { unitPriceMinor4: number | null; discountPercent: string }
  /** The first and the last day that it bills; left as they are when absent. */
  period?: { from: CalendarDate | null; to: CalendarDate | null }
}

type Common = { invoiceId: number; actor: Actor; lockVersion: number }

/**
 * Adds a detail line at the end; one of a credit note may be given positive and is kept negative. Throws at `concept`,
 * `quantity`, `account_code`, `center_id`, `period_from`, `period_to` and the tax codes.
 */
export function addLine({ line, ...common }: Common & { line: LineInput }) {
  refuseBadLine(line)
  return changeInvoice({
    ...common,
    action: 'line_added',
    edit: async (invoice, trx) => {
      const { id } = await oneRow<{ id: number }>(
        `insert into invoice_lines (invoice_id, position, concept, quantity, base_minor, vat_code_id, vat_minor, deductible_percent, withholding_code_id, withholding_minor,
            category_id, account_code, center_id, match_state)
         values (:invoiceId, (select coalesce(max(position), 0) + 1 from invoice_lines where invoice_id = :invoiceId), :concept, :quantity, :baseMinor,
            :vatCodeId, :vatMinor, coalesce(:deductiblePercent::smallint, 100), :withholdingCodeId, :withholdingMinor, :categoryId, :accountCode, :centerId, 'manual') returning id`,
        { invoiceId: invoice.id, ...(await completed(line, invoice, trx)) },
        trx
      )
      if (line.deductiblePercent === null) await setDeductible(invoice.id, trx, id)
      await writePrice(id, line, trx)
      await writePeriod(id, line, trx)
      await learnInvoice(invoice, 'lines', common.actor.userId, trx)
    },
  })
}

/** Changes a detail line; what the machine had proposed and a person chose is kept as a correction. */
export function changeLine({ line, lineId, ...common }: Common & { line: LineInput; lineId: number }) {
  refuseBadLine(line)
  return changeInvoice({
    ...common,
    action: 'line_changed',
    edit: async (invoice, trx) => {
      await noteCorrections({ invoice, lineId, categoryId: line.categoryId, actor: common.actor }, trx)
      const changed = await execute(
        `update invoice_lines set concept = :concept, quantity = :quantity, base_minor = :baseMinor, vat_code_id = :vatCodeId, vat_minor = :vatMinor,
            deductible_percent = coalesce(:deductiblePercent::smallint, 100), withholding_code_id = :withholdingCodeId, withholding_minor = :withholdingMinor, category_id = :categoryId, account_code = :accountCode,
            center_id = :centerId, match_state = 'manual', updated_at = now() where id = :lineId and invoice_id = :invoiceId`,
        { invoiceId: invoice.id, lineId, ...(await completed(line, invoice, trx)) },
        trx
      )
      if (changed === 0) throw new DomainError('E_LINE', GONE)
      if (line.deductiblePercent === null) await setDeductible(invoice.id, trx, lineId)
      await writePrice(lineId, line, trx)
      await writePeriod(lineId, line, trx)
      await learnInvoice(invoice, 'lines', common.actor.userId, trx)
    },
  })
}

/** Removes a detail line; the last one stays. */
export function removeLine({ lineId, ...common }: Common & { lineId: number }) {
  return changeInvoice({
    ...common,
    action: 'line_deleted',
    edit: async (invoice, trx) => {
      const { count } = await oneRow<{ count: number }>(
        `select count(*)::int as count from invoice_lines where invoice_id = :id`,
        { id: invoice.id },
        trx
      )
      if (count <= 1) throw new DomainError('E_LAST_LINE', 'La factura debe conservar al menos una línea.')
      const removed = await execute(
        `delete from invoice_lines where id = :lineId and invoice_id = :id`,
        { lineId, id: invoice.id },
        trx
      )
      if (removed === 0) throw new DomainError('E_LINE', GONE)
    },
  })
}

/** Gives every line of the invoice one category and its account family. */
export function classifyLines({ categoryId, ...common }: Common & { categoryId: number }) {
  return changeInvoice({
    ...common,
    action: 'classified',
    edit: async (invoice, trx) => {
      const category = await row<{ prefix: string }>(
        `select ledger_account_prefix as prefix from categories where id = :categoryId and active`,
        { categoryId },
        trx
      )
      if (!category)
        throw new DomainError('E_CATEGORY', 'El valor seleccionado no es válido.', { field: 'category_id' })
      await noteCorrections({ invoice, lineId: null, categoryId, actor: common.actor }, trx)
      await execute(
        `update invoice_lines set category_id = :categoryId, account_code = :prefix, match_state = 'manual', updated_at = now() where invoice_id = :id`,
        { id: invoice.id, categoryId, prefix: category.prefix },
        trx
      )
      await setDeductible(invoice.id, trx)
      invoice.categoryId = categoryId
    },
  })
}

/** What one unit costs stands beside the printed base, which is what counts: the two may differ by rounding. */
async function writePrice(lineId: number, { price }: LineInput, trx: Transaction): Promise<void> {
  if (!price) return
  await execute(
    `update invoice_lines set unit_price_minor4 = :unitPriceMinor4, discount_percent = :discountPercent::numeric where id = :lineId`,
    { lineId, ...price },
    trx
  )
}

/** The days that a line bills, by which the same item is not billed twice for them (rule C4). */
async function writePeriod(lineId: number, { period }: LineInput, trx: Transaction): Promise<void> {
  if (!period) return
  await execute(
    `update invoice_lines set period_from = :from, period_to = :to where id = :lineId`,
    { lineId, ...period },
    trx
  )
}

const GONE = 'La línea ya no existe. Recargue la página.'

function refuseBadLine(line: LineInput): void {
  if (!line.concept.trim())
    throw new DomainError('E_CONCEPT', 'El concepto es obligatorio.', { field: 'concept' })
  if (Number(line.quantity) === 0)
    throw new DomainError('E_QUANTITY', 'La cantidad no puede ser cero.', { field: 'quantity' })
  refuseBadPeriod(line.period)
}

function refuseBadPeriod(period: LineInput['period']): void {
  const { from = null, to = null } = period ?? {}
  if (from === null && to === null) return
  if (from === null) throw new DomainError('E_PERIOD', 'Indique desde qué día.', { field: 'period_from' })
  if (to === null) throw new DomainError('E_PERIOD', 'Indique hasta qué día.', { field: 'period_to' })
  if (compareDays(to, from) < 0)
    throw new DomainError('E_PERIOD', 'El período no puede acabar antes de empezar.', { field: 'period_to' })
}

async function completed(line: LineInput, invoice: Invoice, trx: Transaction) {
  const { siteId, currency, docType } = invoice
  await refuseForeignAccounts(line, siteId, trx)
  const rateOf = async (id: number | null, use: 'vat' | 'withholding') =>
    id ? (await findTaxCode({ id, use, siteId, field: `${use}_code_id` }, trx)).rateBasisPoints : 0
  const isTurned = docType === 'credit_note' && line.baseMinor > 0
  const base = Money.of(isTurned ? -line.baseMinor : line.baseMinor, currency)
  return {
    ...line,
    baseMinor: base.minor,
    concept: line.concept.trim().slice(0, 500),
    vatMinor: base.percent(await rateOf(line.vatCodeId, 'vat')).minor,
    withholdingMinor: base.percent(await rateOf(line.withholdingCodeId, 'withholding')).minor,
  }
}

async function refuseForeignAccounts(
  { accountCode, centerId }: LineInput,
  siteId: number | null,
  trx: Transaction
): Promise<void> {
  const { width, isOwnCenter } = await oneRow<{ width: number; isOwnCenter: boolean }>(
    `select coalesce((select account_width from sites where id = :siteId), 12) as width,
        :centerId::bigint is null or exists (select 1 from site_centers where id = :centerId and site_id = :siteId) as is_own_center`,
    { siteId, centerId },
    trx
  )
  if (accountCode !== null) assertChargeable(accountCode, width)
  if (!isOwnCenter)
    throw new DomainError('E_CENTER', 'El centro no es de la empresa de la factura.', { field: 'center_id' })
}
