import db from '@adonisjs/lucid/services/db'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, calendarDate, today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { executionDay } from '#app/payments/orders/checks/execution_day'
import { bindAccount } from '#tests/factories/api_payments'
import { makeAccount, makeIban, makeSite } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'

const PROVIDERS_MAX = 2_000
const APPROVERS = 2
const LINES_AN_ENTRY = 500

/**
 * Approved orders as the product leaves them, made with SQL: suppliers with verified accounts, booked invoices, orders,
 * two approvals and a reservation each. Gives their keys and somebody who may release them. With a `gateway` they go to
 * that bank by network, else into files.
 */
export async function makeApprovedOrders(
  count: number,
  gateway: string | null = null
): Promise<{ orderIds: number[]; person: Person }> {
  const { siteId } = await makeSite()
  const person = await makeUser('superC0ntab1l1dad')
  const approvers = await makeApprovers(siteId)
  const accountId = await openBankAccount(
    {
      siteId,
      name: 'Cuenta operativa',
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      holderName: 'Empresa de prueba',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 100_000_000_000,
      isPayerDefault: true,
    },
    SYSTEM
  )
  if (gateway) await bindAccount(accountId, gateway)
  const orderIds = await makeDraftOrders({
    siteId,
    accountId,
    personId: person.id,
    amounts: Array.from({ length: count }, (_, place) => 12_101 + place),
    executionOn: executionDay(addDays(today(), 1)),
    channel: gateway ? 'api' : 'sepa_file',
  })
  await execute(`${MOVE} set status = 'buffered', buffered_at = now() ${THESE}`, { orderIds })
  await execute(APPROVALS, { orderIds, approverIds: approvers.map(({ id }) => id) })
  await execute(`${MOVE} set status = 'approved', approved_at = now() ${THESE}`, { orderIds })
  await execute(RESERVATIONS, { orderIds })
  await db.connection('owner').rawQuery('analyze')
  return { orderIds, person }
}

const MOVE = 'update payment_orders'
const THESE = 'where id = any(:orderIds::bigint[])'

/** Two people who may approve every payment to a supplier of a company. */
export async function makeApprovers(siteId: number): Promise<Person[]> {
  const approvers = await Promise.all(Array.from({ length: APPROVERS }, () => makeUser('aprobador')))
  for (const approver of approvers) await letApprove(siteId, approver, ['payment_supplier'], null)
  return approvers
}

type Drafts = {
  siteId: number
  accountId: number
  /** Who verified the accounts of the suppliers. */
  personId: number
  /** Cents of each order, more than 2,100. */
  amounts: readonly number[]
  executionOn: CalendarDate
  channel: 'api' | 'sepa_file'
}

let runs = 0

/** Orders that nobody has looked at yet, each to a supplier of its own and of a booked invoice of its own; made with SQL. */
export async function makeDraftOrders(drafts: Drafts): Promise<number[]> {
  const { siteId, accountId, personId, amounts, executionOn, channel } = drafts
  const ibans = Array.from({ length: Math.min(amounts.length, PROVIDERS_MAX) }, () => makeIban())
  runs++
  const run = `${(Date.now() + runs) % 1_000_000_000}`
  await execute(SUPPLIERS, { run, ibans, personId })
  const invoiceIds = await reserveKeys(amounts.length)
  const entryIds = await bookDebts(siteId, { invoiceIds, amounts, run })
  await execute(INVOICES, { run, siteId, invoiceIds, entryIds, amounts: [...amounts] })
  await execute(ORDERS, {
    run,
    siteId,
    accountId,
    executionOn,
    required: APPROVERS,
    channel,
    year: today().slice(0, 4),
  })
  const found = await rows<{ id: number }>(
    `select id from payment_orders where remittance like 'FRA ' || :run || '-%' order by id`,
    { run }
  )
  return found.map(({ id }) => id)
}

/** Keys for invoices that are still to be made: the debt is booked on them first. */
async function reserveKeys(count: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select nextval(pg_get_serial_sequence('invoices', 'id')) as id from generate_series(1, :count::int)`,
    { count }
  )
  return found.map(({ id }) => id)
}

/** Books the debts of invoices, many to an entry. Gives the entry of each. */
async function bookDebts(
  siteId: number,
  { invoiceIds, amounts, run }: { invoiceIds: number[]; amounts: readonly number[]; run: string }
): Promise<number[]> {
  const expense = await makeAccount(siteId, '628')
  const { id: debt } = await inTransaction((trx) =>
    ensureAccount(
      { siteId, prefix: '410', subledger: 'provider', subledgerId: siteId, name: 'Proveedores de prueba' },
      trx
    )
  )
  const entryIds: number[] = []
  for (let from = 0; from < invoiceIds.length; from += LINES_AN_ENTRY) {
    const part = invoiceIds.slice(from, from + LINES_AN_ENTRY)
    const debts = part.map((documentId, index) => ({
      accountId: debt,
      amountMinor: -(amounts[from + index] ?? 0),
      documentType: 'invoice',
      documentId,
    }))
    const amountMinor = -debts.reduce((sum, line) => sum + line.amountMinor, 0)
    const draft = {
      siteId,
      postedOn: calendarDate('2026-01-10'),
      journal: 'compras' as const,
      kind: 'bench.order',
      idempotencyKey: `bench:orders:${siteId}:${run}:${from}`,
      description: 'Asiento de prueba',
      lines: [{ accountId: expense, amountMinor }, ...debts],
    }
    const { entryId } = await inTransaction((trx) => postEntry(draft, trx))
    entryIds.push(...part.map(() => entryId))
  }
  return entryIds
}

const SUPPLIERS = `
  with made as (
    insert into providers (code, legal_name, tax_id)
      select 'BO' || :run::text || '-' || n, 'Lavandería & Núñez ' || :run::text || ' ' || n || ', S.L.', 'BO' || :run::text || n from generate_series(1, cardinality(:ibans::text[])) n
      returning id, code),
  numbered as (select id, split_part(code, '-', 2)::int as n from made)
  insert into provider_banks (provider_id, iban, holder_name, is_default, verification, verification_method, verified_by, verified_at, payable_from, created_at)
    select id, (:ibans::text[])[n], 'Lavandería & Núñez ' || n, true, 'verified', 'phone_call', :personId::bigint, now() - interval '50 days', now() - interval '48 days', now() - interval '60 days'
    from numbered`

const INVOICES = `
  with payee as (
    select p.id, b.id as bank_id, row_number() over (order by p.id) as n, count(*) over () as payees
    from providers p join provider_banks b on b.provider_id = p.id where p.code like 'BO' || :run::text || '-%')
  insert into invoices (id, reference, site_id, provider_id, provider_bank_id, status, invoice_number, issued_on, due_on, posted_on, base_minor, vat_minor, total_minor,
      outstanding_minor, journal_entry_id, concept)
    overriding system value select (:invoiceIds::bigint[])[g], 'FR-BO-' || :run::text || '-' || g, :siteId::bigint, p.id, p.bank_id, 'booked', :run::text || '-' || g, current_date - 20, current_date + 10, current_date - 20,
      (:amounts::bigint[])[g] - 2100, 2100, (:amounts::bigint[])[g], (:amounts::bigint[])[g], (:entryIds::bigint[])[g], 'Lavandería'
    from generate_series(1, cardinality(:invoiceIds::bigint[])) g join payee p on p.n = 1 + g % p.payees`

const ORDERS = `
  insert into payment_orders (number, kind, site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, provider_bank_id, creditor_iban,
      amount_minor, execution_date, remittance, end_to_end_id, channel, status, fingerprint, required_approvals, reinforced_reasons)
    select 'OP-' || :year::text || '-' || lpad(nextval('payment_order_numbers')::text, 6, '0'), 'supplier', :siteId::bigint, 'invoice', i.id, :accountId::bigint, 'provider', i.provider_id, b.holder_name, b.id, b.iban,
      i.total_minor, :executionOn::date, 'FRA ' || i.invoice_number, 'E' || i.id, :channel::text, 'draft', encode(sha256(i.reference::bytea), 'hex'), :required::smallint, '{Primer pago a este beneficiario}'
    from invoices i join provider_banks b on b.id = i.provider_bank_id where i.reference like 'FR-BO-' || :run::text || '-%' order by i.id`

const APPROVALS = `
  insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
    select 'payment_order', o.id, o.site_id, u.id, 'approve', o.fingerprint, o.amount_minor
    from payment_orders o cross join unnest(:approverIds::bigint[]) as u(id) where o.id = any(:orderIds::bigint[])`

const RESERVATIONS = `
  insert into account_holds (bank_account_id, document_type, document_id, amount_minor, kind)
    select debtor_account_id, 'payment_order', id, amount_minor, 'hard' from payment_orders where id = any(:orderIds::bigint[])`
