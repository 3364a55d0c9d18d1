import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { type AccountKey, ensureAccount, findAccount } from '#app/ledger/actions/ensure_account'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import type { DraftLine } from '#app/ledger/journal_draft'
import { roleCode } from '#app/ledger/queries/role_account'

/** Balances with a company of the group, each by the role that the other company’s book keeps it under. */
export const COUNTER_ROLES = {
  intercompany_current: 'intercompany_current',
  loan_receivable_long: 'loan_payable_long',
  loan_receivable_short: 'loan_payable_short',
  loan_payable_long: 'loan_receivable_long',
  loan_payable_short: 'loan_receivable_short',
  interest_receivable: 'interest_payable',
  interest_payable: 'interest_receivable',
  group_customer: 'group_payable',
  group_payable: 'group_customer',
} as const

export type GroupRole = keyof typeof COUNTER_ROLES

type Wanted = { siteId: number; partnerId: number; role: GroupRole; currency?: string }

/**
 * The account of a company that holds a balance with another one, opened when it is missing: one a partner, role and
 * currency (EUR unless told), with the partner’s name. An operation of more than two companies holds all their books
 * (`lockBooks`) before it asks. Throws E_NO_PLAN where the plan has no such number.
 */
export async function groupAccount(
  { siteId, partnerId, role, currency = 'EUR' }: Wanted,
  trx: Transaction
): Promise<AccountKey> {
  const prefix = await roleCode(siteId, role, trx)
  const wanted = { siteId, prefix, subledger: 'site' as const, subledgerId: partnerId, currency }
  const known = await findAccount(wanted, trx)
  if (known) return known
  // Both companies get theirs: held in one order, so that two operations that open them never wait for each other.
  await lockBooks([siteId, partnerId], trx)
  const { name } = await oneRow<{ name: string }>(
    `select legal_name::text as name from sites where id = :partnerId`,
    { partnerId },
    trx
  )
  return ensureAccount({ ...wanted, name }, trx)
}

/** A line on such an account: positive is what the partner owes, in minor units of `currency`. */
export async function groupLine(
  { amountMinor, ...wanted }: Wanted & { amountMinor: number },
  trx: Transaction
): Promise<DraftLine> {
  const account = await groupAccount(wanted, trx)
  return {
    accountId: account.id,
    amountMinor,
    ...(wanted.currency ? { currency: wanted.currency } : {}),
    counterpartyType: 'site',
    counterpartyId: wanted.partnerId,
  }
}
