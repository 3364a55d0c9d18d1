import type { Viewer } from '#app/accounts/viewer'
import { type Client, namedRows, rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'

/** What somebody does with a main account; who may not see it may do nothing with it. */
export type AccountRight = 'view' | 'pay' | 'reconcile'

const GRANTED: Record<AccountRight, string> = {
  view: 'denied.can_view',
  pay: '(denied.can_view and denied.can_pay)',
  reconcile: '(denied.can_view and denied.can_reconcile)',
}

/** Permissions of one person that take a right away; s1st3ma keeps them all, whatever was written (area 01 §1). */
const denials = (right: AccountRight, user: string) =>
  `bank_account_permissions denied join users beneficiary on beneficiary.id = denied.user_id and beneficiary.role <> 's1st3ma'
    where denied.user_id = ${user} and not ${GRANTED[right]}`

/**
 * The condition under which a person (a binding of theirs, `:viewerId` unless told) has a right on the account in a
 * column. A permission of their own only ever narrows: without one the role and the companies decide.
 */
export function allowsAccount(right: AccountRight, account: string, user = ':viewerId'): string {
  return `not exists (select 1 from ${denials(right, user)} and denied.bank_account_id = ${account})`
}

/** The binding that `allowsAccount` reads. */
export const viewerBindings = ({ userId }: Pick<Viewer, 'userId'>) => ({ viewerId: userId })

/** What of `bank_accounts b` somebody may see: accounts of their companies, unless a permission of their own says no. */
export function scopeFilter(viewer: Viewer): Filter {
  const where = [allowsAccount('view', 'b.id')]
  const bindings: Filter['bindings'] = viewerBindings(viewer)
  if (viewer.siteIds !== 'all') {
    where.push('b.site_id = any(:scopeSiteIds::bigint[])')
    bindings.scopeSiteIds = viewer.siteIds
  }
  return { where, bindings }
}

/** The accounts on which somebody lacks a right, whatever the company: for lists too long to ask of every row. */
export async function deniedAccounts(
  userId: number,
  right: AccountRight,
  client?: Client
): Promise<number[]> {
  const found = await namedRows<{ id: number }>(
    `select denied.bank_account_id as id from ${denials(right, ':userId')}`,
    { userId },
    client
  )
  return found.map(({ id }) => id)
}

/** Leaves out of a list what is of accounts that somebody may not see; what has no account stays. */
export async function limitToAccounts(userId: number, column: string, filter: Filter): Promise<void> {
  const hidden = await deniedAccounts(userId, 'view')
  if (hidden.length === 0) return
  filter.where.push(`(${column} is null or ${column} <> all(:hiddenAccountIds::bigint[]))`)
  filter.bindings.hiddenAccountIds = hidden
}

/** Ledger accounts of the main accounts (and of their virtual accounts) that somebody may not look into. */
export async function hiddenLedgerAccounts(userId: number, client?: Client): Promise<number[]> {
  const hidden = await deniedAccounts(userId, 'view', client)
  if (hidden.length === 0) return []
  const found = await rows<{ id: number }>(
    `select ledger_account_id as id from bank_accounts where id = any(:hidden::bigint[])
     union select ledger_account_id from virtual_accounts where bank_account_id = any(:hidden::bigint[]) order by id`,
    { hidden },
    client
  )
  return found.map(({ id }) => id)
}

/** Leaves out of the diario the entries that touch an account somebody may not look into: its lines would tell of it. */
export async function limitToSeenEntries(userId: number, filter: Filter): Promise<void> {
  const hidden = await hiddenLedgerAccounts(userId)
  if (hidden.length === 0) return
  filter.where.push(
    `not exists (select 1 from journal_lines x where x.entry_id = e.id and x.account_id = any(:hiddenLedgerIds::bigint[]))`
  )
  filter.bindings.hiddenLedgerIds = hidden
}

/** Whether somebody may read the mayor of an account of the plan: not where it is that of a main account they may not see. */
export async function seesLedgerAccount(userId: number, ledgerAccountId: number): Promise<boolean> {
  return !(await hiddenLedgerAccounts(userId)).includes(ledgerAccountId)
}
