import type pg from 'pg'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { addDays, calendarDate, today } from '#app/kernel/calendar_date'
import { inTransaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { executionDay } from '#app/payments/execution_day'
import { bindAccount } from '#tests/factories/api_payments'
import { makeAccount, makeIban, makeSite } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'

const PROVIDERS = 2_000
const APPROVERS = 2
const LINES_AN_ENTRY = 500

/**
 * Approved orders as the product leaves them, made with SQL: suppliers with verified accounts, booked invoices, orders,
 * two approvals and a reservation each. Gives their keys and somebody who may release them. With a `gateway` they go to
 * that bank by network, else into files.
 */
export async function makeApprovedOrders(
  owner: pg.Client,
  count: number,
  gateway: string | null = null
): Promise<{ orderIds: number[]; person: Person }> {
  const { siteId } = await makeSite()
  const person = await makeUser('superC0ntab1l1dad')
  const approvers = await Promise.all(Array.from({ length: APPROVERS }, () => makeUser('aprobador')))
  for (const approver of approvers) await letApprove(siteId, approver, ['payment_supplier'], null)
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
  const ibans = Array.from({ length: PROVIDERS }, () => makeIban())
  const run = `${Date.now() % 1_000_000_000}`
  await owner.query(SUPPLIERS, [run, ibans, person.id])
  const invoiceIds = await reserveKeys(owner, count)
  const entryIds = await bookDebts(siteId, invoiceIds)
  await owner.query(INVOICES, [run, siteId, invoiceIds, entryIds])
  await owner.query(ORDERS, [
    run,
    siteId,
    accountId,
    executionDay(addDays(today(), 1)),
    APPROVERS,
    gateway ? 'api' : 'sepa_file',
  ])
  await owner.query(
    `update payment_orders set status = 'buffered', buffered_at = now() where remittance like $1`,
    [`FRA ${run}-%`]
  )
  await owner.query(APPROVALS, [run, approvers.map(({ id }) => id)])
  await owner.query(
    `update payment_orders set status = 'approved', approved_at = now() where remittance like $1`,
    [`FRA ${run}-%`]
  )
  await owner.query(RESERVATIONS, [run])
  await owner.query('analyze')
  const { rows } = await owner.query<{ id: string }>(
    `select id from payment_orders where remittance like $1 order by id`,
    [`FRA ${run}-%`]
  )
  return { orderIds: rows.map(({ id }) => Number(id)), person }
}

/** Keys for invoices that are still to be made: the debt is booked on them first. */
async function reserveKeys(owner: pg.Client, count: number): Promise<number[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('invoices', 'id')) as id from generate_series(1, $1::int)`,
    [count]
  )
  return rows.map(({ id }) => Number(id))
}

/** Books the debts of invoices, many to an entry. Gives the entry of each. */
async function bookDebts(siteId: number, invoiceIds: number[]): Promise<number[]> {
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
      amountMinor: -amountOf(from + index),
      documentType: 'invoice',
      documentId,
    }))
    const amountMinor = -debts.reduce((sum, line) => sum + line.amountMinor, 0)
    const draft = {
      siteId,
      postedOn: calendarDate('2026-01-10'),
      journal: 'compras' as const,
      kind: 'bench.order',
      idempotencyKey: `bench:orders:${siteId}:${from}`,
      description: 'Asiento de prueba',
      lines: [{ accountId: expense, amountMinor }, ...debts],
    }
    const { entryId } = await inTransaction((trx) => postEntry(draft, trx))
    entryIds.push(...part.map(() => entryId))
  }
  return entryIds
}

/** Cents of the invoice at that place, each another one. */
const amountOf = (place: number) => 12_101 + place

const SUPPLIERS = `
  with made as (
    insert into providers (code, legal_name, tax_id)
      select 'BO' || $1::text || '-' || n, 'Lavandería & Núñez ' || $1::text || ' ' || n || ', S.L.', 'BO' || $1::text || n from generate_series(1, cardinality($2::text[])) n
      returning id, code),
  numbered as (select id, split_part(code, '-', 2)::int as n from made)
  insert into provider_banks (provider_id, iban, holder_name, is_default, verification, verification_method, verified_by, verified_at, payable_from, created_at)
    select id, ($2::text[])[n], 'Lavandería & Núñez ' || n, true, 'verified', 'phone_call', $3::bigint, now() - interval '50 days', now() - interval '48 days', now() - interval '60 days'
    from numbered`

const INVOICES = `
  with payee as (
    select p.id, b.id as bank_id, row_number() over (order by p.id) as n, count(*) over () as payees
    from providers p join provider_banks b on b.provider_id = p.id where p.code like 'BO' || $1::text || '-%')
  insert into invoices (id, reference, site_id, provider_id, provider_bank_id, status, invoice_number, issued_on, due_on, posted_on, base_minor, vat_minor, total_minor,
      outstanding_minor, journal_entry_id, concept)
    overriding system value select ($3::bigint[])[g], 'FR-BO-' || $1::text || '-' || g, $2::bigint, p.id, p.bank_id, 'booked', $1::text || '-' || g, current_date - 20, current_date + 10, current_date - 20,
      10000 + g, 2100, 12100 + g, 12100 + g, ($4::bigint[])[g], 'Lavandería'
    from generate_series(1, cardinality($3::bigint[])) g join payee p on p.n = 1 + g % p.payees`

const ORDERS = `
  insert into payment_orders (number, kind, site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, provider_bank_id, creditor_iban,
      amount_minor, execution_date, remittance, end_to_end_id, channel, status, fingerprint, required_approvals, reinforced_reasons)
    select 'OP-' || i.id, 'supplier', $2::bigint, 'invoice', i.id, $3::bigint, 'provider', i.provider_id, b.holder_name, b.id, b.iban,
      i.total_minor, $4::date, 'FRA ' || i.invoice_number, 'E' || i.id, $6::text, 'draft', encode(sha256(i.reference::bytea), 'hex'), $5::smallint, '{Primer pago a este beneficiario}'
    from invoices i join provider_banks b on b.id = i.provider_bank_id where i.reference like 'FR-BO-' || $1::text || '-%' order by i.id`

const APPROVALS = `
  insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
    select 'payment_order', o.id, o.site_id, u.id, 'approve', o.fingerprint, o.amount_minor
    from payment_orders o cross join unnest($2::bigint[]) as u(id) where o.remittance like 'FRA ' || $1::text || '-%'`

const RESERVATIONS = `
  insert into account_holds (bank_account_id, document_type, document_id, amount_minor, kind)
    select debtor_account_id, 'payment_order', id, amount_minor, 'hard' from payment_orders where remittance like 'FRA ' || $1::text || '-%'`
