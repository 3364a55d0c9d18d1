import { rows, type Transaction } from '#app/kernel/sql'

/** What the checks of a payment look at, read once for all the orders in hand. */
export type OrderFacts = {
  bank: {
    iban: string
    verification: string
    isDisabled: boolean
    isPayable: boolean
    isRecent: boolean
    active: boolean
    status: string
  } | null
  source: { status: string; totalMinor: number; ordered: number; blocking: string | null } | null
  /** Another live order of the same amount to the same account within ten days. */
  twinNumber: string | null
  /** What the debit account has free for this order: its own reservation counts as free. */
  availableMinor: number
  /** The last twelve payments to the same creditor. */
  history: { payments: number; median: number | null }
}

/** The facts of saved orders by their keys. Locks their invoices, in the order of the keys. */
export async function readOrderFacts(orderIds: number[], trx: Transaction): Promise<Map<number, OrderFacts>> {
  const sources = await readSources(orderIds, trx)
  const banks = await readBanks(orderIds, trx)
  const surroundings = await readSurroundings(orderIds, trx)
  return new Map(
    surroundings.map(({ id, twinNumber, availableMinor, payments, median }) => [
      id,
      {
        bank: banks.get(id) ?? null,
        source: sources.get(id) ?? null,
        twinNumber,
        availableMinor,
        history: { payments, median },
      },
    ])
  )
}

type Source = NonNullable<OrderFacts['source']>

async function readSources(orderIds: number[], trx: Transaction): Promise<Map<number, Source>> {
  await rows(
    `select i.id from invoices i where i.id in (select source_id from payment_orders where id = any(:orderIds::bigint[]) and source_type = 'invoice')
      order by i.id for update of i`,
    { orderIds },
    trx
  )
  const found = await rows<Source & { id: number }>(
    `select o.id, i.status, i.total_minor,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = 'invoice' and l.source_id = i.id
            and l.status not in ('cancelled', 'failed', 'returned')) as ordered,
        (select a.message from invoice_alarms a where a.invoice_id = i.id and a.status = 'open' and a.severity = 'blocking' limit 1) as blocking
       from payment_orders o join invoices i on i.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = 'invoice'`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, ...source }) => [id, source]))
}

type Bank = NonNullable<OrderFacts['bank']>

async function readBanks(orderIds: number[], trx: Transaction): Promise<Map<number, Bank>> {
  const found = await rows<Bank & { id: number }>(
    `select o.id, b.iban, b.verification, b.disabled_at is not null as is_disabled, coalesce(b.payable_from <= now(), true) as is_payable,
        b.created_at > now() - interval '7 days' as is_recent, p.active, p.status
       from payment_orders o join provider_banks b on b.id = o.provider_bank_id join providers p on p.id = b.provider_id
      where o.id = any(:orderIds::bigint[])`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, ...bank }) => [id, bank]))
}

type Surroundings = {
  id: number
  twinNumber: string | null
  availableMinor: number
  payments: number
  median: number | null
}

/**
 * The position of an account is a sum over its reservations: it is worked out once an account, not once an order. The
 * history names the states it leaves out, so that it is looked up by payee: by state it would read all that was sent.
 */
function readSurroundings(orderIds: number[], trx: Transaction): Promise<Surroundings[]> {
  return rows<Surroundings>(
    `with wanted as materialized (select * from payment_orders where id = any(:orderIds::bigint[])),
      position as materialized (
        select bank_account_id, available_minor from bank_account_positions where bank_account_id in (select debtor_account_id from wanted))
     select w.id, twin.number as twin_number, (position.available_minor + coalesce(held.amount_minor, 0))::bigint as available_minor, history.payments, history.median
       from wanted w join position on position.bank_account_id = w.debtor_account_id
       left join account_holds held on held.document_type = 'payment_order' and held.document_id = w.id and held.released_at is null and held.kind = 'hard'
       left join lateral (
         select t.number from payment_orders t where t.creditor_iban = w.creditor_iban and t.amount_minor = w.amount_minor and t.id <> w.id and t.site_id = w.site_id
            and t.status not in ('cancelled', 'failed', 'returned') and abs(t.execution_date - w.execution_date) <= 10 order by t.id limit 1) twin on true
       cross join lateral (
         select count(*)::int as payments, percentile_cont(0.5) within group (order by amount_minor)::bigint as median from (
           select h.amount_minor from payment_orders h where h.creditor_type = w.creditor_type and h.creditor_id = w.creditor_id and h.id <> w.id
              and h.status not in ('draft', 'buffered', 'approved', 'failed', 'returned', 'cancelled') order by h.id desc limit 12) last) history
      order by w.id`,
    { orderIds },
    trx
  )
}
