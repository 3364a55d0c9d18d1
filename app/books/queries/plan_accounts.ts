import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import { accountSums } from '#app/books/queries/book_sums'
import { type PlanRow, planRow } from '#app/books/queries/plan_rows'
import type { Looked, Sums } from '#app/books/queries/plan_sums'
import { row, rows } from '#app/kernel/database/sql'

/** Accounts of one answer; the next ones are asked for with the last code. */
export const ACCOUNTS_CHUNK = 200

export type AccountHead = {
  id: number
  siteId: number
  site: string
  code: string
  name: string
  active: boolean
  reconcilable: boolean
  partner: string | null
}

/** SQL: the company that an account `a` of balances with the group is with, as lines of the plan tell it. */
export const PARTNER = `case when a.group_balance = 'outside' then 'outside' when a.group_balance is not null then coalesce(a.subledger_id::text, '') end as partner`

type Asked = {
  looked: Looked
  siteId: number
  /** The four digits that the accounts begin with. */
  prefixes: string[]
  /** The node they hang from. */
  parent: string
  level: number
  after: string
  showsPayroll: boolean
}

/** The accounts of a company right under a node, by code, a chunk at a time; `next` is what the next chunk starts after. */
export async function planAccounts(asked: Asked): Promise<{ rows: PlanRow[]; next: string | null }> {
  const { looked, siteId, prefixes, level, after, showsPayroll } = asked
  if (prefixes.length === 0) return { rows: [], next: null }
  const found = await rows<AccountHead>(
    `select a.id, a.site_id, s.code as site, a.code, a.name, a.active, a.reconcilable, ${PARTNER} from ledger_accounts a join sites s on s.id = a.site_id
      where a.site_id = :siteId and a.is_postable and a.code > :after and a.code >= :first and a.code < :beyond and left(a.code, 4) = any(:prefixes::text[])
        and a.id <> all(:hidden::bigint[])
        ${showsPayroll ? '' : `and not ${IS_PAYROLL_ACCOUNT}`}
      order by a.code limit :limit`,
    {
      siteId,
      after,
      hidden: looked.hidden,
      prefixes,
      first: prefixes[0],
      // A colon sorts right after the nine: whatever begins with the last prefix comes before it.
      beyond: `${prefixes.at(-1)}:`,
      limit: ACCOUNTS_CHUNK + 1,
    }
  )
  const shown = found.slice(0, ACCOUNTS_CHUNK)
  const payroll = after === '' && !showsPayroll ? await restrictedRow(asked) : null
  return {
    rows: [...(payroll ? [payroll] : []), ...(await accountRows(shown, looked, level))],
    next: found.length > ACCOUNTS_CHUNK ? (shown.at(-1)?.code ?? null) : null,
  }
}

/** Accounts as lines of the plan, with their sums. */
export async function accountRows(heads: AccountHead[], looked: Looked, level: number): Promise<PlanRow[]> {
  const ids = heads.map(({ id }) => id)
  const sums = await sumsOf(ids, looked)
  return heads.map(({ id, siteId, site, code, name, active, reconcilable, partner }) =>
    planRow(
      {
        key: `a:${id}`,
        kind: 'account',
        code,
        name,
        level,
        hasChildren: false,
        siteId,
        site,
        accountId: id,
        active,
        reconcilable,
        partner,
      },
      sums.get(id) ?? NOTHING
    )
  )
}

const NOTHING: Sums = { debit: 0, credit: 0, closing: 0, previous: 0 }

async function sumsOf(ids: number[], looked: Looked): Promise<Map<number, Sums>> {
  if (ids.length === 0) return new Map()
  const { sql, bindings } = accountSums({
    ...looked,
    reach: 'few',
    wanted: { sql: 'a.id = any(:accountIds::bigint[])', bindings: { accountIds: ids } },
  })
  const found = await rows<Sums & { accountId: number }>(
    `with ${sql} select account_id, debit, credit, closing, previous from sums`,
    bindings
  )
  return new Map(found.map(({ accountId, ...sums }) => [accountId, sums]))
}

/** What people are to be paid stands in one line for those who may not see each of them. */
async function restrictedRow({ looked, siteId, prefixes, parent, level }: Asked): Promise<PlanRow | null> {
  const { sql, bindings } = accountSums({
    ...looked,
    reach: 'few',
    wanted: {
      sql: `a.site_id = :payrollSiteId and left(a.code, 4) = any(:payrollPrefixes::text[]) and ${IS_PAYROLL_ACCOUNT}`,
      bindings: { payrollSiteId: siteId, payrollPrefixes: prefixes },
    },
  })
  const sums = await row<Sums & { accounts: number }>(
    `with ${sql} select coalesce(sum(debit), 0)::bigint as debit, coalesce(sum(credit), 0)::bigint as credit, coalesce(sum(closing), 0)::bigint as closing,
       coalesce(sum(previous), 0)::bigint as previous, count(*)::int as accounts from sums`,
    bindings
  )
  if (!sums || sums.accounts === 0) return null
  return planRow(
    {
      key: `p:${parent}:${siteId}`,
      kind: 'restricted',
      code: parent,
      name: RESTRICTED_PAYROLL,
      level,
      hasChildren: false,
    },
    sums
  )
}
