import { type Actor, recordEvent } from '#app/audit/record_event'
import { refreshPaymentState, settleInvoice } from '#app/invoices/booking/settle_invoice'
import { prepaymentAccount } from '#app/invoices/provisions/create_provision'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, maxDay, today } from '#app/kernel/time/calendar_date'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { paymentsOf } from '#app/ledger/document_payments'

type Provision = {
  id: number
  siteId: number
  providerId: number
  concept: string
  status: string
  settledMinor: number
  entryId: number | null
  live: number
}

/**
 * The invoice has come: the accrual is reversed, what was paid in advance is applied to it (400 against 407), and the money
 * kept for it is free. Throws E_TRANSITION unless it is open, E_INVOICE for an invoice of others or not booked, E_AMOUNT
 * where more was paid than the invoice owes, E_LIVE_ORDER while a payment of it is under way.
 */
export async function applyProvision(
  { provisionId, invoiceId }: { provisionId: number; invoiceId: number },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await lockInvoice(invoiceId, trx)
    const provision = await lockProvision(provisionId, trx)
    refuseClosed(provision)
    if (!invoice || invoice.siteId !== provision.siteId || invoice.providerId !== provision.providerId)
      throw new DomainError('E_INVOICE', 'La factura es de otra empresa o de otro proveedor.', {
        field: 'invoice_id',
      })
    if (invoice.status !== 'booked')
      throw new DomainError('E_INVOICE', 'La factura no está contabilizada.', { field: 'invoice_id' })
    if (invoice.isForeign)
      throw new DomainError('E_INVOICE', 'La factura está en otra divisa que la provisión.', {
        field: 'invoice_id',
      })
    const free = invoice.outstandingMinor - invoice.retainedOpenMinor - invoice.orderedMinor
    if (provision.settledMinor > free)
      throw new DomainError(
        'E_AMOUNT',
        `Lo anticipado supera lo pendiente de la factura (${formatAmount(free, 'EUR')}).`,
        { field: 'invoice_id' }
      )
    await execute(
      `update supplier_provisions set status = 'applied', invoice_id = :invoiceId, updated_by = :userId where id = :provisionId`,
      { provisionId, invoiceId, userId: actor.userId },
      trx
    )
    await freeReserve(provisionId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'supplier_provision',
        objectId: provisionId,
        siteId: provision.siteId,
        event: 'supplier_provision.applied',
        from: 'open',
        to: 'applied',
        diff: { invoice: [null, invoice.reference] },
      },
      trx
    )
    if (provision.settledMinor > 0) {
      await settleInvoice(invoiceId, provision.settledMinor, actor, trx, 'prior')
      await refreshPaymentState(invoiceId, invoice.live, trx)
      await applyPrepayment(provision, { ...invoice, id: invoiceId }, actor, trx)
    }
    if (provision.entryId !== null)
      await reverseEntry(
        {
          entryId: provision.entryId,
          reason: `Factura recibida: ${invoice.reference}`,
          createdBy: actor.userId,
        },
        trx
      )
  })
}

/** It will not come: the accrual is reversed and the money free. Throws E_PAID once something of it was paid. */
export async function cancelProvision(
  { provisionId, reason }: { provisionId: number; reason: string },
  actor: Actor,
  outer?: Transaction
): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const provision = await lockProvision(provisionId, trx)
    refuseClosed(provision)
    if (provision.settledMinor > 0)
      throw new DomainError('E_PAID', 'La provisión ya está pagada: vincúlela con su factura.')
    await execute(
      `update supplier_provisions set status = 'cancelled', cancel_reason = :reason, updated_by = :userId where id = :provisionId`,
      { provisionId, reason: reason.trim(), userId: actor.userId },
      trx
    )
    await freeReserve(provisionId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'supplier_provision',
        objectId: provisionId,
        siteId: provision.siteId,
        event: 'supplier_provision.cancelled',
        from: 'open',
        to: 'cancelled',
        reason,
      },
      trx
    )
    if (provision.entryId !== null)
      await reverseEntry(
        { entryId: provision.entryId, reason: `Provisión cancelada: ${reason}`, createdBy: actor.userId },
        trx
      )
  }, outer)
}

function refuseClosed({ status, live }: Provision): void {
  if (status !== 'open') throw new DomainError('E_TRANSITION', 'La provisión ya está vinculada o cancelada.')
  if (live > 0)
    throw new DomainError('E_LIVE_ORDER', 'La provisión tiene un pago en curso: espere o cancélelo antes.')
}

/** Locked first and read afterwards: a statement that waits for a lock still sees the payments of before. */
async function lockProvision(provisionId: number, trx: Transaction): Promise<Provision> {
  await execute(`select 1 from supplier_provisions where id = :provisionId for update`, { provisionId }, trx)
  const provision = await oneRow<Omit<Provision, 'live'>>(
    `select id, site_id, provider_id, concept, status, settled_minor, journal_entry_id as entry_id from supplier_provisions where id = :provisionId`,
    { provisionId },
    trx
  )
  const orders = await paymentsOf('supplier_provision', [provisionId], trx)
  return { ...provision, live: orders.filter(({ isLive }) => isLive).length }
}

type Invoice = {
  siteId: number
  providerId: number
  status: string
  reference: string
  isForeign: boolean
  outstandingMinor: number
  retainedOpenMinor: number
  orderedMinor: number
  live: number
  postedOn: CalendarDate | null
}

async function lockInvoice(invoiceId: number, trx: Transaction): Promise<Invoice | null> {
  await execute(`select 1 from invoices where id = :invoiceId for update`, { invoiceId }, trx)
  const invoice = await row<Omit<Invoice, 'orderedMinor' | 'live'>>(
    `select site_id, provider_id, status, reference, fx_rate is not null as is_foreign, outstanding_minor, retained_open_minor, posted_on
       from invoices where id = :invoiceId`,
    { invoiceId },
    trx
  )
  if (!invoice) return null
  const live = (await paymentsOf('invoice', [invoiceId], trx)).filter(({ isLive }) => isLive)
  return {
    ...invoice,
    orderedMinor: live.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    live: live.length,
  }
}

function freeReserve(provisionId: number, trx: Transaction): Promise<number> {
  return execute(
    `update account_holds set released_at = now() where document_type = 'supplier_provision' and document_id = :provisionId and released_at is null`,
    { provisionId },
    trx
  )
}

/** `prepayment.apply`: 400 or 410 against 407 of the supplier, and the punteo of the debt with it. */
async function applyPrepayment(
  provision: Provision,
  invoice: Invoice & { id: number },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { siteId, settledMinor } = provision
  const { debt, entryId } = await postPrepayment(
    provision,
    { ...invoice, amountMinor: settledMinor, round: 1 },
    actor,
    trx
  )
  await lockReconciliations(siteId, trx)
  const applied = await oneRow<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId and account_id = :accountId and amount_minor > 0`,
    { entryId, accountId: debt.accountId },
    trx
  )
  await letterLines(
    {
      siteId,
      accountId: debt.accountId,
      lines: [
        { journalLineId: debt.id, amountMinor: -settledMinor },
        { journalLineId: applied.id, amountMinor: settledMinor },
      ],
      status: settledMinor === invoice.outstandingMinor ? 'full' : 'partial',
      createdBy: actor.userId,
    },
    trx
  )
}

/**
 * The bank gave back a payment in advance that an invoice has taken already: the invoice owes it again and the prepayment
 * is taken off it (400 against 407, the other way). Nothing where no invoice took it.
 */
export async function takeBackPrepayment(
  provisionId: number,
  amountMinor: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const provision = await oneRow<Provision & { invoiceId: number | null }>(
    `select p.id, p.site_id, p.provider_id, p.concept, p.status, p.settled_minor, p.journal_entry_id as entry_id, 0 as live, p.invoice_id
       from supplier_provisions p where p.id = :provisionId for update`,
    { provisionId },
    trx
  )
  const invoice = provision.invoiceId === null ? null : await lockInvoice(provision.invoiceId, trx)
  if (!invoice || provision.invoiceId === null) return
  await settleInvoice(provision.invoiceId, -amountMinor, actor, trx, 'prior')
  await refreshPaymentState(provision.invoiceId, invoice.live, trx)
  await postPrepayment(
    provision,
    { ...invoice, id: provision.invoiceId, amountMinor: -amountMinor, round: 1 + provision.settledMinor },
    actor,
    trx
  )
}

/** 400 or 410 of the invoice against 407 of its supplier; negative is the other way. */
async function postPrepayment(
  { id, siteId, providerId }: Provision,
  invoice: Invoice & { id: number; amountMinor: number; round: number },
  actor: Actor,
  trx: Transaction
): Promise<{ debt: { id: number; accountId: number }; entryId: number }> {
  const debt = await oneRow<{ id: number; accountId: number }>(
    `select l.id, l.account_id from invoices i join journal_lines l on l.entry_id = i.journal_entry_id and l.document_type = 'invoice' and l.document_id = i.id
       join ledger_accounts a on a.id = l.account_id and a.subledger = 'provider' where i.id = :id order by l.line_no desc limit 1`,
    { id: invoice.id },
    trx
  )
  const event = invoice.amountMinor > 0 ? 'applied' : 'taken_back'
  const line = (accountId: number, amountMinor: number) => ({
    accountId,
    amountMinor,
    documentType: 'supplier_provision',
    documentId: id,
    counterpartyType: 'provider' as const,
    counterpartyId: providerId,
  })
  const { entryId } = await postEntry(
    {
      siteId,
      postedOn: invoice.postedOn ? maxDay(invoice.postedOn, today()) : today(),
      journal: 'compras',
      kind: event === 'applied' ? 'prepayment.apply' : 'prepayment.take_back',
      idempotencyKey: `supplier_provision:${id}:${event}:${invoice.round}`,
      description:
        event === 'applied'
          ? `Anticipo aplicado a ${invoice.reference}`
          : `Anticipo devuelto por el banco, ${invoice.reference}`,
      sourceType: 'supplier_provision',
      sourceId: id,
      createdBy: actor.userId,
      lines: [
        line(debt.accountId, invoice.amountMinor),
        line(await prepaymentAccount({ siteId, providerId }, trx), -invoice.amountMinor),
      ],
    },
    trx
  )
  return { debt, entryId }
}
