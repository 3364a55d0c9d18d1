import type pg from 'pg'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import type { DraftLine } from '#app/ledger/journal_draft'
import { makeAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'

const PROVIDERS = 2_000
const LINES_PER_ENTRY = 400
export const FIRST_DAY = calendarDate('2026-03-01')
export const DAYS = 60

/** An open item as the books have it: the debt of an invoice, or its payment on the way to the bank. */
export type OpenDebt = {
  invoiceId: number
  journalLineId: number
  number: string
  amountMinor: number
  dueOn: CalendarDate
  providerId: number
  partyName: string
  iban: string
  /** The reference of the payment that the bank has of it, or null. */
  endToEndId: string | null
}

export type Books = { siteId: number; accounts: number[]; debts: OpenDebt[] }

/**
 * A company of many open items over two months: supplier invoices that were booked, some of them with a payment in
 * transit. Made with SQL as the product leaves them; the ledger posts every line of them.
 */
export async function makeOpenItems(
  owner: pg.Client,
  {
    items,
    inTransit,
    accounts,
    draw,
  }: { items: number; inTransit: number; accounts: number; draw: (below: number) => number }
): Promise<Books> {
  const { siteId } = await makeSite()
  await execute(`update sites set auto_reconcile = true where id = :siteId`, { siteId })
  const accountIds: number[] = []
  for (let n = 0; n < accounts; n++) accountIds.push(await openAccount(siteId, n))
  const person = await makeUser('superC0ntab1l1dad')
  const ibans = Array.from({ length: PROVIDERS }, () => makeIban())
  await owner.query(SUPPLIERS, [ibans, person.id])
  const payees = await openPayees(siteId)
  const expenseId = await makeAccount(siteId, '628')
  const ids = await insertInvoices(owner, siteId, items, payees, expenseId, draw)
  await insertPayments(owner, siteId, accountIds[0] ?? 0, ids.slice(0, inTransit))
  await owner.query('analyze')
  return { siteId, accounts: accountIds, debts: await listDebts(siteId) }
}

function openAccount(siteId: number, n: number): Promise<number> {
  return openBankAccount(
    {
      siteId,
      name: `Cuenta ${n + 1}`,
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      holderName: 'Empresa de prueba',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 100_000_000_000,
      isPayerDefault: n === 0,
    },
    SYSTEM
  )
}

type Payee = { id: number; bankId: number; name: string; accountId: number }

async function openPayees(siteId: number): Promise<Payee[]> {
  const found = await rows<Omit<Payee, 'accountId'>>(
    `select p.id, b.id as bank_id, p.legal_name as name from providers p join provider_banks b on b.provider_id = p.id where p.code like 'BR%' order by p.id`
  )
  return inTransaction(async (trx) => {
    const payees: Payee[] = []
    for (const payee of found) {
      const account = await ensureAccount(
        { siteId, prefix: '410', subledger: 'provider', subledgerId: payee.id, name: payee.name },
        trx
      )
      payees.push({ ...payee, accountId: account.id })
    }
    return payees
  })
}

/** Amounts are drawn from few enough to meet again with another supplier, as fees and rents do. */
async function insertInvoices(
  owner: pg.Client,
  siteId: number,
  count: number,
  payees: Payee[],
  expenseId: number,
  draw: (below: number) => number
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < count; from += LINES_PER_ENTRY) {
    const invoices = drawInvoices(Math.min(LINES_PER_ENTRY, count - from), from, payees.length, draw)
    // The entry comes before the invoices it is of: their keys are taken first.
    const reserved = await owner.query<{ id: string }>(
      `select nextval(pg_get_serial_sequence('invoices', 'id')) as id from generate_series(1, $1::int)`,
      [invoices.length]
    )
    const keys = reserved.rows.map(({ id }) => Number(id))
    const lines: DraftLine[] = invoices.map(({ at, amount, day }, n) => ({
      accountId: payees[at]?.accountId ?? 0,
      amountMinor: -amount,
      counterpartyType: 'provider',
      counterpartyId: payees[at]?.id ?? 0,
      documentType: 'invoice',
      documentId: keys[n] ?? 0,
      dueOn: day,
    }))
    const total = invoices.reduce((sum, { amount }) => sum + amount, 0)
    const { entryId } = await post(siteId, `invoices:${from}`, 'compras', [
      ...lines,
      { accountId: expenseId, amountMinor: total },
    ])
    const records = invoices.map(({ at, ...invoice }, n) => ({
      ...invoice,
      id: keys[n],
      provider: payees[at]?.id,
      bank: payees[at]?.bankId,
    }))
    await owner.query(INVOICES, [siteId, JSON.stringify(records), entryId])
    ids.push(...keys)
  }
  return ids
}

/** One in ten is of the supplier and amount of the one before, some other day. */
function drawInvoices(count: number, from: number, payees: number, draw: (below: number) => number) {
  let [at, amount] = [0, 0]
  return Array.from({ length: count }, (_, n) => {
    if (n % 10 !== 9) {
      at = draw(payees)
      amount = 1_000 + 5 * draw(draw(4) === 0 ? 2_000 : 200_000)
    }
    const year = draw(2) === 0 ? 'F26' : 'A-2026'
    return { at, amount, day: addDays(FIRST_DAY, draw(DAYS)), number: `${year}/${10_000 + from + n}` }
  })
}

function post(siteId: number, key: string, journal: 'compras' | 'banco', lines: DraftLine[]) {
  return inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-02-15'),
        journal,
        kind: `bench.${journal}`,
        idempotencyKey: `bench:${siteId}:${key}`,
        description: 'Partidas de prueba',
        lines,
      },
      trx
    )
  )
}

async function insertPayments(
  owner: pg.Client,
  siteId: number,
  accountId: number,
  invoiceIds: number[]
): Promise<void> {
  await owner.query(ORDERS, [siteId, accountId, invoiceIds])
  for (const step of [
    `status = 'buffered'`,
    `status = 'approved'`,
    `status = 'sent', sub_status = 'queued', sent_at = now()`,
    `sub_status = 'processing'`,
  ])
    await owner.query(`update payment_orders set ${step} where site_id = $1`, [siteId])
  const transit = await inTransaction((trx) =>
    ensureAccount(
      { siteId, prefix: '5550', subledger: 'bank', subledgerId: accountId, name: 'Pagos en curso' },
      trx
    )
  )
  const orders = await rows<{ id: number; amountMinor: number; creditorId: number; accountId: number }>(
    `select o.id, o.amount_minor, o.creditor_id, l.account_id from payment_orders o join journal_lines l on l.document_type = 'invoice' and l.document_id = o.source_id where o.site_id = :siteId order by o.id`,
    { siteId }
  )
  for (let from = 0; from < orders.length; from += LINES_PER_ENTRY / 2) {
    const lines = orders.slice(from, from + LINES_PER_ENTRY / 2).flatMap((order): DraftLine[] => {
      const about = {
        counterpartyType: 'provider' as const,
        counterpartyId: order.creditorId,
        documentType: 'payment_order',
        documentId: order.id,
      }
      return [
        { accountId: order.accountId, amountMinor: order.amountMinor, ...about },
        { accountId: transit.id, amountMinor: -order.amountMinor, ...about },
      ]
    })
    await post(siteId, `orders:${from}`, 'banco', lines)
  }
}

function listDebts(siteId: number): Promise<OpenDebt[]> {
  return rows<OpenDebt>(
    `select i.id as invoice_id, coalesce(t.id, l.id) as journal_line_id, i.invoice_number as number, -i.total_minor as amount_minor, coalesce(o.execution_date, l.due_on) as due_on,
            i.provider_id, p.legal_name as party_name, b.iban, o.end_to_end_id
       from invoices i join providers p on p.id = i.provider_id join provider_banks b on b.id = i.provider_bank_id
       join journal_lines l on l.entry_id = i.journal_entry_id and l.document_type = 'invoice' and l.document_id = i.id
       left join payment_orders o on o.source_type = 'invoice' and o.source_id = i.id
       left join journal_lines t on t.document_type = 'payment_order' and t.document_id = o.id and t.amount_minor < 0
      where i.site_id = :siteId order by i.id`,
    { siteId }
  )
}

const SUPPLIERS = `
  with made as (
    insert into providers (code, legal_name, tax_id)
      select 'BR' || lpad(n::text, 5, '0'),
        (array['Suministros', 'Lavandería', 'Distribuciones', 'Mantenimientos', 'Hostelería', 'Frutas', 'Construcciones', 'Gestoría'])[1 + n % 8] || ' '
          || (array['García', 'Martínez', 'Núñez', 'Peña', 'Iglesias', 'Muñoz', 'Ibáñez', 'Castaño', 'Vázquez', 'Álvarez', 'Roldán', 'Quiroga', 'Zubiri'])[1 + (n / 8) % 13] || ' '
          || (array['del Norte', 'del Sur', 'Levante', 'Canarias', 'Centro', 'Sierra', 'Costa', 'Ribera', 'Montaña', 'Isla', 'Puerto', 'Vega', 'Llano', 'Ensanche', 'Mirador', 'Alcázar', 'Bahía', 'Delta', 'Faro', 'Jardín'])[1 + (n / 104) % 20] || ', S.L.',
        'B' || (30000000 + n)
      from generate_series(1, cardinality($1::text[])) n returning id, code)
  insert into provider_banks (provider_id, iban, holder_name, is_default, verification, verification_method, verified_by, verified_at, payable_from, created_at)
    select id, ($1::text[])[substr(code, 3)::int], 'Titular', true, 'verified', 'phone_call', $2::bigint, now() - interval '50 days', now() - interval '48 days', now() - interval '60 days'
    from made`

const INVOICES = `
  insert into invoices (id, reference, site_id, provider_id, provider_bank_id, status, invoice_number, issued_on, due_on, posted_on, base_minor, vat_minor, total_minor,
      outstanding_minor, journal_entry_id, concept)
    overriding system value
    select id, 'FR-BR-' || number, $1::bigint, provider, bank, 'booked', number, day - 30, day, day - 30, amount, 0, amount, amount, $3::bigint, 'Partida'
    from jsonb_to_recordset($2::jsonb) as r(id bigint, provider bigint, bank bigint, number text, amount bigint, day date)`

const ORDERS = `
  insert into payment_orders (number, kind, site_id, payer_site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, provider_bank_id, creditor_iban,
      amount_minor, execution_date, remittance, end_to_end_id, channel, status, fingerprint, required_approvals)
    select 'OP-BR-' || i.id, 'supplier', $1::bigint, $1::bigint, 'invoice', i.id, $2::bigint, 'provider', i.provider_id, p.legal_name, b.id, b.iban,
      i.total_minor, i.due_on, 'FRA ' || i.invoice_number, 'CAU' || lpad(i.id::text, 9, '0'), 'sepa_file', 'draft', 'bench', 0
    from invoices i join provider_banks b on b.id = i.provider_bank_id join providers p on p.id = i.provider_id where i.id = any($3::bigint[])`
