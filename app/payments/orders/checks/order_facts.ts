import { allowsAccount } from '#app/accounts/queries/account_scope'
import { type Client, keptRows, rows, type Transaction } from '#app/kernel/database/sql'
import type { Pain001Version } from '#app/payments/files/credit_transfer_file'
import { type PayingConnection, payingConnections } from '#app/payments/gateway/paying_connection'
import { kindPaying, type SourceFacts } from '#app/payments/kinds/payment_kind'
import { readAttached, readBeneficiaries } from '#app/payments/orders/checks/network_facts'
import type { OrderRecord } from '#app/payments/orders/payment_order'
import { COOLING_HOURS } from '#app/sites/actions/set_cooling_hours'

export type Funds = { accountMinor: number; reservedMinor: number }

/** What the checks of a payment look at, read once for all the orders in hand. */
export type OrderFacts = {
  bank: {
    iban: string
    bic: string | null
    verification: string
    isDisabled: boolean
    isPayable: boolean
    /** How long an account waits for its first payment. */
    coolingHours: number
    isRecent: boolean
    active: boolean
    status: string
    paymentMethod: string
    /** Another supplier has the same account. */
    isShared: boolean
  } | null
  /** Whom the provider of its account has, where it goes to such a one. */
  beneficiary: {
    iban: string | null
    status: string
    isVerified: boolean
    isRecent: boolean
    /** It is one of the connection that its account hangs on. */
    isOwn: boolean
  } | null
  /** Documents that go with it; null where nobody asks for any. */
  attachments: number | null
  /** Its quote has expired: another is asked for when it leaves. */
  isQuoteOver: boolean
  source: SourceFacts | null
  /** The account to be charged; `isAllowed` tells whether the person who asks may pay from it. */
  account: {
    companyName: string
    companyTown: string | null
    companyCountry: string
    painVersion: Pain001Version
    iban: string | null
    bic: string | null
    currency: string
    status: string
    cutOff: string
    /** Its bank makes instant transfers. */
    isInstant: boolean
    isAllowed: boolean
    /** The connection that payments leave by; null where files, people or the bank of a profile take them. */
    paying: Pick<PayingConnection, 'title' | 'capabilities'> | null
  }
  /** Another order of the same amount to the same account within ten days; its number only within the company. */
  twin: { number: string | null } | null
  /** Another order that pays an invoice of the same number of the same payee. */
  sameNumber: { number: string | null } | null
  /** What the debit account has free for this order: its own reservation counts as free. */
  availableMinor: number
  /** What is available of the debit account itself, and what this order reserves there until it leaves. */
  funds: Funds
  /** The last twelve payments to the same creditor; of fewer than six there is no median. */
  history: { payments: number; median: number | null }
}

/** What fewer payments come to says nothing of what is usual (area 28 §3.2). */
const MEDIAN_PAYMENTS_MIN = 6

type Asked = {
  orders: readonly OrderRecord[]
  userId: number | null
  /** `lock` keeps the invoices as they are until the transaction ends; `look` only reads. */
  mode: 'lock' | 'look'
}

const FEW = 10

/** One order is looked at all day long, thousands are released at once: only of the former the plan is kept. */
const ask = (orderIds: number[]) => (orderIds.length <= FEW ? keptRows : rows)

/** The facts of saved orders by their keys. When locking, their documents in the order of the keys of each kind. */
export async function readOrderFacts(
  { orders, userId, mode }: Asked,
  trx: Transaction
): Promise<Map<number, OrderFacts>> {
  const orderIds = orders.map(({ id }) => id)
  const documents = documentsIn(orders)
  // Documents of one kind after the other, the kinds in the order of their names.
  if (mode === 'lock') for (const { type, ids } of documents) await kindPaying(type).lock(ids, trx)
  const sources = await readSources(documents, orderIds, trx)
  const banks = await readBanks(orderIds, trx)
  const beneficiaries = await readBeneficiaries(orders, trx)
  const accounts = await readAccounts(orders, userId, trx)
  const attached = await readAttached(
    orders.filter((order) => asksForDocuments(accounts.get(placeOf(order)))),
    trx
  )
  const surroundings = await readSurroundings(orderIds, trx)
  const accountOf = new Map(orders.map((order) => [order.id, accounts.get(placeOf(order))]))
  return new Map(
    surroundings.map((found) => {
      const account = accountOf.get(found.id)
      if (!account) throw new Error(`Order ${found.id} without account`)
      return [
        found.id,
        {
          bank: banks.get(found.id) ?? null,
          beneficiary: beneficiaries.get(found.id) ?? null,
          attachments: attached ? (attached.get(found.id) ?? 0) : null,
          isQuoteOver: found.isQuoteOver,
          source: sources.get(found.id) ?? null,
          account,
          twin: found.hasTwin ? { number: found.twinNumber } : null,
          sameNumber: found.hasSame ? { number: found.sameNumber } : null,
          availableMinor: found.availableMinor,
          funds: { accountMinor: found.accountMinor, reservedMinor: found.reservedMinor },
          history: { payments: found.payments, median: found.median },
        },
      ]
    })
  )
}

async function readSources(
  documents: readonly { type: string }[],
  orderIds: number[],
  trx: Transaction
): Promise<Map<number, SourceFacts>> {
  const facts = new Map<number, SourceFacts>()
  for (const { type } of documents)
    for (const [orderId, found] of await kindPaying(type).readFacts(orderIds, trx)) facts.set(orderId, found)
  return facts
}

type Documents = { type: string; ids: number[] }

/** What saved orders pay, by kind, the kinds in the order of their names. */
function documentsIn(orders: readonly OrderRecord[]): Documents[] {
  const kinds = Map.groupBy(orders, ({ sourceType }) => sourceType)
  return [...kinds]
    .map(([type, some]) => ({ type, ids: [...new Set(some.map(({ sourceId }) => sourceId))] }))
    .toSorted((a, b) => (a.type < b.type ? -1 : 1))
}

/** The same by the keys of the orders. */
export function documentsOf(orderIds: number[], client?: Client): Promise<Documents[]> {
  return ask(orderIds)<Documents>(
    `select source_type as type, array_agg(distinct source_id)::int[] as ids from payment_orders where id = any(:orderIds::bigint[]) group by source_type order by source_type`,
    { orderIds },
    client
  )
}

type Bank = NonNullable<OrderFacts['bank']>

/** Whether an account `b` is another supplier's or another employee's too, whichever of both it is looked up for. */
const hasOtherPayee = (
  providerId: string,
  employeeId: string
) => `(exists (select 1 from provider_banks x join providers y on y.id = x.provider_id and y.status <> 'merged'
            where x.iban = b.iban and x.provider_id is distinct from ${providerId} and x.disabled_at is null and x.verification <> 'rejected')
          or exists (select 1 from employee_banks x where x.iban = b.iban and x.employee_id is distinct from ${employeeId} and x.disabled_at is null and x.verification <> 'rejected'))`

async function readBanks(orderIds: number[], trx: Transaction): Promise<Map<number, Bank>> {
  const found = await ask(orderIds)<Bank & { id: number }>(
    `select o.id, b.iban, b.bic, b.verification, b.disabled_at is not null as is_disabled, coalesce(b.payable_from <= now(), true) as is_payable,
        b.created_at > now() - interval '7 days' as is_recent, p.active, p.status, p.payment_method,
        ${COOLING_HOURS} as cooling_hours, ${hasOtherPayee('b.provider_id', 'null::bigint')} as is_shared
       from payment_orders o join provider_banks b on b.id = o.provider_bank_id join providers p on p.id = b.provider_id
      where o.id = any(:orderIds::bigint[])
     union all
     select o.id, b.iban, b.bic, b.verification, b.disabled_at is not null, coalesce(b.payable_from <= now(), true), b.created_at > now() - interval '7 days',
        p.anonymised_at is null, 'active', 'transfer',
        ${COOLING_HOURS}, ${hasOtherPayee('null::bigint', 'b.employee_id')}
       from payment_orders o join employee_banks b on b.id = o.employee_bank_id join employees p on p.id = b.employee_id
      where o.id = any(:orderIds::bigint[])`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, ...bank }) => [id, bank]))
}

type Account = OrderFacts['account']

const asksForDocuments = (account: Account | undefined): boolean =>
  (account?.paying?.capabilities.attachmentAboveMinor ?? null) !== null

type Payer = Pick<OrderRecord, 'siteId' | 'debtorAccountId'>

/** Which company pays from which account: a few pairs, however many the orders. */
const placeOf = ({ siteId, debtorAccountId }: Payer) => `${siteId} ${debtorAccountId}`

async function readAccounts(
  orders: readonly OrderRecord[],
  userId: number | null,
  trx: Transaction
): Promise<Map<string, Account>> {
  const payers = [...new Map(orders.map((order) => [placeOf(order), order])).values()]
  const paying = await payingConnections(
    payers.map(({ debtorAccountId }) => debtorAccountId),
    trx
  )
  const found = await ask(payers.map(({ id }) => id))<Omit<Account, 'paying'> & Payer>(
    `select s.id as site_id, b.id as debtor_account_id, s.legal_name::text as company_name, s.city as company_town, s.country as company_country, coalesce(f.pain_version, '001.001.09') as pain_version,
        b.iban, b.bic, b.currency, b.status, coalesce(f.cut_off, '15:00') as cut_off, coalesce(f.instant_allowed, false) as is_instant,
        ${allowsAccount('pay', 'b.id', ':userId::bigint')} as is_allowed
       from unnest(:siteIds::bigint[], :accountIds::bigint[]) as w(site_id, account_id) join bank_accounts b on b.id = w.account_id join sites s on s.id = w.site_id
       left join bank_profiles f on f.id = b.bank_profile_id`,
    {
      siteIds: payers.map(({ siteId }) => siteId),
      accountIds: payers.map(({ debtorAccountId }) => debtorAccountId),
      userId,
    },
    trx
  )
  return new Map(
    found.map(({ siteId, debtorAccountId, ...account }) => [
      placeOf({ siteId, debtorAccountId }),
      { ...account, paying: paying.get(debtorAccountId) ?? null },
    ])
  )
}

type Surroundings = {
  id: number
  hasTwin: boolean
  twinNumber: string | null
  hasSame: boolean
  sameNumber: string | null
  availableMinor: number
  accountMinor: number
  reservedMinor: number
  payments: number
  median: number | null
  isQuoteOver: boolean
}

/**
 * The position of an account is a sum over its reservations: it is worked out once an account, not once an order. The
 * history names the states it leaves out, so that it is looked up by payee: by state it would read all that was sent. Who is
 * neither supplier nor employee has no account that somebody verified: another IBAN is another payee.
 */
function readSurroundings(orderIds: number[], trx: Transaction): Promise<Surroundings[]> {
  return ask(orderIds)<Surroundings>(
    `with wanted as materialized (
        select id, site_id, source_type, source_id, debtor_account_id, debtor_virtual_account_id, creditor_type, creditor_id, creditor_iban, provider_beneficiary_id, quote_id, amount_minor, execution_date from payment_orders where id = any(:orderIds::bigint[])),
      position as materialized (
        select bank_account_id, available_minor from bank_account_positions where bank_account_id in (select debtor_account_id from wanted))
     select w.id, twin.id is not null as has_twin, case when twin.site_id = w.site_id then twin.number end as twin_number,
        same.id is not null as has_same, case when same.site_id = w.site_id then same.number end as same_number,
        (case when w.debtor_virtual_account_id is null then position.available_minor
              else coalesce((select f.amount_minor from account_holds f where f.document_type = 'reserve_fund' and f.document_id = w.debtor_virtual_account_id and f.released_at is null), 0)
         end + coalesce(held.amount_minor, 0))::bigint as available_minor, position.available_minor as account_minor,
        case when held.bank_account_id = w.debtor_account_id then held.amount_minor else 0 end as reserved_minor, history.payments, history.median,
        coalesce((select q.expires_at <= now() from provider_quotes q where q.id = w.quote_id), false) as is_quote_over
       from wanted w join position on position.bank_account_id = w.debtor_account_id
       left join account_holds held on held.document_type = 'payment_order' and held.document_id = w.id and held.released_at is null and held.kind = 'hard'
       left join invoices paid on w.source_type = 'invoice' and paid.id = w.source_id
       left join (
         select distinct on (o.id) o.id as of, t.id, t.number, t.site_id from wanted o join payment_orders t on t.creditor_iban = o.creditor_iban and t.amount_minor = o.amount_minor and t.id <> o.id
            and t.status not in ('cancelled', 'failed', 'returned') and abs(t.execution_date - o.execution_date) <= 10
          order by o.id, t.site_id <> o.site_id, t.id) twin on twin.of = w.id
       left join lateral (
         select t.id, t.number, t.site_id from invoices i join payment_orders t on t.source_type = 'invoice' and t.source_id = i.id
          where i.provider_id = paid.provider_id and i.number_key = paid.number_key and i.status in ('approved', 'booked', 'disputed') and i.id <> paid.id
            and t.status not in ('cancelled', 'failed', 'returned') order by t.site_id <> w.site_id, t.id limit 1) same on true
       cross join lateral (
         select cardinality(last.amounts) as payments,
            case when cardinality(last.amounts) >= ${MEDIAN_PAYMENTS_MIN} then (select percentile_cont(0.5) within group (order by a)::bigint from unnest(last.amounts) a) end as median
           from (select array(select h.amount_minor from payment_orders h where h.creditor_type = w.creditor_type and h.creditor_id = w.creditor_id
              and (w.creditor_type <> 'other' or h.creditor_iban is not distinct from w.creditor_iban and h.provider_beneficiary_id is not distinct from w.provider_beneficiary_id) and h.id <> w.id
              and h.status not in ('draft', 'buffered', 'approved', 'failed', 'returned', 'cancelled') order by h.id desc limit 12) as amounts offset 0) last) history
      order by w.id`,
    { orderIds },
    trx
  )
}
