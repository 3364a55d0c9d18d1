import type { Actor } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { dueDateFor } from '#app/invoices/due_date'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { refreshSearchText } from '#app/invoices/editing/refresh_search_text'
import { setDeductible } from '#app/invoices/editing/set_deductible'
import { bankOf } from '#app/invoices/intake/apply_reading'
import { keepRate } from '#app/invoices/intake/keep_rate'
import Invoice from '#app/invoices/models/invoice'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { Money } from '#app/kernel/money/money'
import { type CalendarDate, yearOf } from '#app/kernel/time/calendar_date'

export type NewInvoice = {
  siteId: number
  providerId: number
  docType?: 'invoice' | 'credit_note'
  invoiceNumber: string
  issuedOn: CalendarDate
  dueOn?: CalendarDate | null
  /** That of the company's books when absent; the rate of the day of issue goes with another. */
  currency?: string
  receivedAt?: Date
  lines: {
    concept: string
    baseMinor: number
    vatCode: string
    withholdingCode: string | null
    categoryId: number
    accountCode: string
  }[]
  source: 'api' | 'recurring' | 'upload'
  channelRef?: string
}

type Totals = { baseMinor: number; vatMinor: number; withholdingMinor: number; totalMinor: number }

/**
 * An invoice whose data come ready (another system, a recurring document): opened for review with its lines, taxes
 * computed a line, audited like any other.
 */
export async function createInvoice(invoice: NewInvoice, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const lines = signed(invoice, await withTaxes(invoice, trx))
    const totals = sumUp(lines)
    const dueOn = invoice.dueOn ?? (await dueDateFor(invoice.providerId, invoice.issuedOn, trx))
    const { id } = await oneRow<{ id: number }>(
      `insert into invoices (reference, site_id, provider_id, doc_type, status, invoice_number, concept, issued_on, due_on, received_at, base_minor, vat_minor,
          withholding_minor, total_minor, currency, source, channel_ref, provider_bank_id, created_by)
       values (:prefix || lpad(nextval('invoice_references')::text, 6, '0'), :siteId, :providerId, :docType, 'pending_review', :number, :concept, :issuedOn, :dueOn,
          coalesce(:receivedAt::timestamptz, now()), :baseMinor, :vatMinor, :withholdingMinor, :totalMinor, coalesce(:currency::text, (select base_currency from sites where id = :siteId)), :source, :channelRef, :bankId, :createdBy) returning id`,
      {
        prefix: `FR-${yearOf(invoice.issuedOn)}-`,
        siteId: invoice.siteId,
        providerId: invoice.providerId,
        docType: invoice.docType ?? 'invoice',
        number: invoice.invoiceNumber,
        concept: invoice.lines[0]?.concept ?? null,
        issuedOn: invoice.issuedOn,
        dueOn,
        receivedAt: invoice.receivedAt ?? null,
        currency: invoice.currency ?? null,
        ...totals,
        source: invoice.source,
        channelRef: invoice.channelRef ?? null,
        bankId: await bankOf(invoice.providerId, null, trx),
        createdBy: actor.userId,
      },
      trx
    )
    await writeLines(id, lines, trx)
    await setDeductible(id, trx)
    if (invoice.currency) await takeRate(id, trx)
    await holdAgainstContracts([id], trx)
    await logInvoiceAction(
      { invoiceId: id, action: 'created', actor, after: { source: invoice.source } },
      trx
    )
    await refreshSearchText(id, trx)
    await auditInvoice(id, trx)
    return id
  })
}

async function takeRate(id: number, trx: Transaction): Promise<void> {
  const invoice = await Invoice.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
  await keepRate(invoice, invoice, trx)
  await invoice.save()
}

type Line = NewInvoice['lines'][number] & {
  vatCodeId: number
  vatMinor: number
  withholdingCodeId: number | null
  withholdingMinor: number
}

async function withTaxes({ lines }: NewInvoice, trx: Transaction): Promise<Line[]> {
  const taxed: Line[] = []
  for (const line of lines) {
    const vat = await taxOf(line.vatCode, trx)
    const withholding = line.withholdingCode ? await taxOf(line.withholdingCode, trx) : null
    const base = Money.of(line.baseMinor)
    taxed.push({
      ...line,
      vatCodeId: vat.id,
      // Under reverse charge the supplier charges none.
      vatMinor: vat.kind === 'reverse_charge' ? 0 : base.percent(vat.rate).minor,
      withholdingCodeId: withholding?.id ?? null,
      withholdingMinor: withholding ? base.percent(withholding.rate).minor : 0,
    })
  }
  return taxed
}

const taxOf = (code: string, trx: Transaction) =>
  oneRow<{ id: number; rate: number; kind: string }>(
    `select id, rate_basis_points as rate, kind from tax_codes where code = :code`,
    { code },
    trx
  )

/** A credit note may be given with positive amounts; it is kept with negative ones. */
function signed({ docType }: NewInvoice, lines: Line[]): Line[] {
  if (docType !== 'credit_note' || sumUp(lines).totalMinor <= 0) return lines
  return lines.map((line) => ({
    ...line,
    baseMinor: -line.baseMinor,
    vatMinor: -line.vatMinor,
    withholdingMinor: -line.withholdingMinor,
  }))
}

function sumUp(lines: Line[]): Totals {
  const sum = (pick: (line: Line) => number) => lines.reduce((total, line) => total + pick(line), 0)
  const [baseMinor, vatMinor, withholdingMinor] = [
    sum((line) => line.baseMinor),
    sum((line) => line.vatMinor),
    sum((line) => line.withholdingMinor),
  ]
  return { baseMinor, vatMinor, withholdingMinor, totalMinor: baseMinor + vatMinor - withholdingMinor }
}

async function writeLines(invoiceId: number, lines: Line[], trx: Transaction): Promise<void> {
  for (const [index, line] of lines.entries()) {
    await execute(
      `insert into invoice_lines (invoice_id, position, concept, base_minor, vat_code_id, vat_minor, withholding_code_id, withholding_minor, category_id, account_code, match_state)
       values (:invoiceId, :position, :concept, :baseMinor, :vatCodeId, :vatMinor, :withholdingCodeId, :withholdingMinor, :categoryId, :accountCode, 'matched')`,
      { invoiceId, position: index + 1, ...line },
      trx
    )
    await execute(
      `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor) values (:invoiceId, :vatCodeId, :baseMinor, :vatMinor)
       on conflict (invoice_id, vat_code_id) do update set base_minor = invoice_tax_groups.base_minor + excluded.base_minor, vat_minor = invoice_tax_groups.vat_minor + excluded.vat_minor`,
      { invoiceId, vatCodeId: line.vatCodeId, baseMinor: line.baseMinor, vatMinor: line.vatMinor },
      trx
    )
  }
}
