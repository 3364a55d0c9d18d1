import type { Actor } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/actions/log_action'
import Invoice from '#app/invoices/models/invoice'
import { type InvoiceToPost, invoicePosting } from '#app/invoices/postings/invoice_posting'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { type CalendarDate, monthOf, today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { Money } from '#app/kernel/money'
import { inTransaction, oneRow, rows, type Transaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { isMonthOpen } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** Books an approved invoice. Throws E_PERIOD_CLOSED when neither its month nor the present one is open. */
export async function bookInvoice(invoiceId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    await bookLocked(invoice, actor, trx)
  })
}

/** The same on an invoice that the caller has locked. */
export async function bookLocked(invoice: Invoice, actor: Actor, trx: Transaction): Promise<void> {
  const next = invoiceWorkflow.next(invoice.status, 'book')
  if (invoice.docType === 'proforma' || invoice.docType === 'receipt') {
    throw new DomainError('E_NOT_BOOKABLE', 'Una proforma o un recibo no se contabilizan.')
  }
  const postedOn = await postingDay(invoice, trx)
  const version = invoice.bookingVersion + 1
  const draft = invoicePosting(await prepare(invoice, postedOn, version, actor, trx))
  const { entryId, entryNo } = await postEntry(draft, trx)
  invoice.merge({
    status: next,
    journalEntryId: entryId,
    postedOn,
    bookingVersion: version,
    outstandingMinor: invoice.totalMinor,
    lockVersion: invoice.lockVersion + 1,
  })
  await invoice.save()
  await logInvoiceAction(
    { invoiceId: invoice.id, action: 'booked', actor, after: { entryNo, postedOn } },
    trx
  )
}

/** Takes a booked, unpaid invoice back to review with a reversing entry; its approvals are void. */
export async function unbookInvoice(invoiceId: number, reason: string, actor: Actor): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    const next = invoiceWorkflow.next(invoice.status, 'unbook')
    if (invoice.paymentState !== 'unpaid')
      throw new DomainError('E_PAID', 'La factura tiene pagos: no se puede descontabilizar.')
    if (!invoice.journalEntryId) throw new Error(`Booked invoice ${invoiceId} without entry`)
    await revokeDecisions('invoice', invoiceId, trx)
    const { entryNo } = await reverseEntry(
      { entryId: invoice.journalEntryId, reason, createdBy: actor.userId },
      trx
    )
    invoice.merge({
      status: next,
      journalEntryId: null,
      outstandingMinor: 0,
      lockVersion: invoice.lockVersion + 1,
    })
    await invoice.save()
    await logInvoiceAction(
      {
        invoiceId,
        action: 'unbooked',
        actor,
        before: { entryId: invoice.journalEntryId },
        after: { reversal: entryNo, reason },
      },
      trx
    )
  })
}

async function postingDay(invoice: Invoice, trx: Transaction): Promise<CalendarDate> {
  const { siteId, issuedOn } = invoice
  if (!siteId || !issuedOn)
    throw new DomainError('E_INCOMPLETE', 'Faltan la empresa o la fecha de la factura.')
  if (await isMonthOpen(siteId, issuedOn, trx)) return issuedOn
  const day = today()
  if (await isMonthOpen(siteId, day, trx)) return day
  throw new DomainError('E_PERIOD_CLOSED', 'El periodo está cerrado: no se puede contabilizar la factura.')
}

type Party = { legalName: string; ledgerPrefix: string; accrual: string; vatRegime: string }

async function prepare(
  invoice: Invoice,
  postedOn: CalendarDate,
  version: number,
  actor: Actor,
  trx: Transaction
): Promise<InvoiceToPost> {
  const { siteId, providerId, invoiceNumber } = invoice
  if (!siteId || !providerId || !invoiceNumber)
    throw new DomainError('E_INCOMPLETE', 'Faltan la empresa, el proveedor o el número.')
  const party = await oneRow<Party>(
    `select p.legal_name, p.ledger_prefix, s.withholding_accrual as accrual, p.vat_regime from providers p, sites s where p.id = :providerId and s.id = :siteId`,
    { providerId, siteId },
    trx
  )
  const payable = await ensureAccount(
    {
      siteId,
      prefix: party.ledgerPrefix,
      subledger: 'provider',
      subledgerId: providerId,
      name: party.legalName,
      currency: invoice.currency,
    },
    trx
  )
  return {
    id: invoice.id,
    siteId,
    providerId,
    version,
    reference: invoice.reference,
    invoiceNumber,
    providerName: party.legalName,
    postedOn,
    dueOn: invoice.dueOn,
    vatPeriod: invoice.vatPeriod ?? monthOf(postedOn),
    isCredit: invoice.docType === 'credit_note',
    lines: await prepareLines(invoice, siteId, trx),
    taxGroups: await prepareTaxes(invoice, siteId, trx),
    withholding: await prepareWithholding(invoice, siteId, party.accrual, trx),
    suppliedMinor: invoice.suppliedMinor,
    totalMinor: invoice.totalMinor,
    payableAccountId: payable.id,
    createdBy: actor.userId,
  }
}

async function prepareLines(
  invoice: Invoice,
  siteId: number,
  trx: Transaction
): Promise<InvoiceToPost['lines']> {
  const lines = await rows<
    Omit<InvoiceToPost['lines'][number], 'accountId'> & {
      accountCode: string | null
      accountName: string | null
    }
  >(
    `select l.base_minor, l.vat_code_id, l.vat_minor, l.deductible_percent, l.category_id, l.center_id, l.concept, l.account_code, c.name::text as account_name
       from invoice_lines l left join categories c on c.id = l.category_id where l.invoice_id = :id order by l.position`,
    { id: invoice.id },
    trx
  )
  const prepared: InvoiceToPost['lines'] = []
  for (const { accountCode, accountName, ...line } of lines) {
    if (!accountCode) throw new DomainError('E_UNCLASSIFIED', 'Todas las líneas deben estar clasificadas.')
    const account = await ensureAccount(
      { siteId, prefix: accountCode.slice(0, 3), exactCode: accountCode, name: accountName ?? 'Gasto' },
      trx
    )
    prepared.push({ ...line, accountId: account.id })
  }
  return prepared
}

async function prepareTaxes(
  invoice: Invoice,
  siteId: number,
  trx: Transaction
): Promise<InvoiceToPost['taxGroups']> {
  const groups = await rows<{
    vatCodeId: number
    baseMinor: number
    vatMinor: number
    surchargeMinor: number
    accountRole: string | null
    accountSuffix: string | null
    kind: string
    name: string
    rateBasisPoints: number
  }>(
    `select g.vat_code_id, g.base_minor, g.vat_minor, g.surcharge_minor, t.account_role, t.account_suffix, t.kind, t.name, t.rate_basis_points
       from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id where g.invoice_id = :id order by t.rate_basis_points`,
    { id: invoice.id },
    trx
  )
  const prepared: InvoiceToPost['taxGroups'] = []
  for (const group of groups) {
    const isReverse = group.kind === 'reverse_charge'
    // Under reverse charge the invoice prints no VAT: the buyer declares it on both sides (Ley 37/1992 art. 84).
    const vatMinor = isReverse
      ? Money.of(group.baseMinor).percent(group.rateBasisPoints).minor
      : group.vatMinor
    const account = group.accountRole
      ? await taxAccount(siteId, 'vat_input', group.accountSuffix, group.name, trx)
      : null
    const output = isReverse
      ? await taxAccount(siteId, 'vat_output', group.accountSuffix, group.name, trx)
      : null
    prepared.push({
      vatCodeId: group.vatCodeId,
      baseMinor: group.baseMinor,
      vatMinor,
      surchargeMinor: group.surchargeMinor,
      accountId: account,
      outputAccountId: output,
    })
  }
  return prepared
}

async function taxAccount(
  siteId: number,
  role: 'vat_input' | 'vat_output',
  suffix: string | null,
  name: string,
  trx: Transaction
): Promise<number> {
  const prefix = await roleCode(siteId, role, trx)
  const { width } = await oneRow<{ width: number }>(
    `select account_width as width from sites where id = :siteId`,
    { siteId },
    trx
  )
  const exactCode = prefix + (suffix ?? '').padStart(width - prefix.length, '0')
  const account = await ensureAccount(
    { siteId, prefix, exactCode, name: `H.P. ${role === 'vat_input' ? 'soportado' : 'repercutido'} ${name}` },
    trx
  )
  return account.id
}

async function prepareWithholding(
  invoice: Invoice,
  siteId: number,
  accrual: string,
  trx: Transaction
): Promise<InvoiceToPost['withholding']> {
  if (invoice.withholdingMinor === 0) return null
  const role = accrual === 'registration' ? 'withholding_payable' : 'withholding_deferred'
  const code = await roleCode(siteId, role, trx)
  const account = await ensureAccount(
    {
      siteId,
      prefix: code.slice(0, 4),
      exactCode: code,
      name:
        role === 'withholding_deferred'
          ? 'H.P. retenciones pendientes de devengo'
          : 'H.P. acreedora por retenciones',
    },
    trx
  )
  const line = await oneRow<{ taxCodeId: number | null; base: number }>(
    `select max(withholding_code_id) as tax_code_id, coalesce(sum(base_minor) filter (where withholding_code_id is not null), 0)::bigint as base
       from invoice_lines where invoice_id = :id`,
    { id: invoice.id },
    trx
  )
  return {
    accountId: account.id,
    taxCodeId: line.taxCodeId,
    amountMinor: invoice.withholdingMinor,
    baseMinor: line.base || invoice.baseMinor,
  }
}
