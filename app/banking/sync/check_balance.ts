import { reportBalance } from '#app/accounts/actions/report_balance'
import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { mismatchText, providerTitle } from '#app/banking/provider_title'
import { takeBack } from '#app/banking/sync/take_back'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'

type Checked = {
  providerAccountId: number
  /** What the provider said before its movements were read; it says another figure now when something moved meanwhile. */
  balanceBeforeMinor: number
}

type Account = {
  siteId: number
  provider: string
  currency: string
  balanceMinor: number
  balanceAt: Date
  bankAccountId: number | null
  openingMinor: number | null
  mismatchMinor: number | null
  bookedMinor: number
}

/**
 * Holds the balance of an account that was read to its end against what moved on it. The first time it tells the balance
 * before; from then on what they differ by is kept and shown until it is right, and told once. Gives the difference.
 */
export function checkBalance({ providerAccountId, balanceBeforeMinor }: Checked): Promise<number> {
  return inTransaction(async (trx) => {
    const account = await readAccount(providerAccountId, trx)
    const { bankAccountId, balanceMinor, balanceAt, openingMinor, bookedMinor } = account
    if (bankAccountId !== null) await reportBalance({ bankAccountId, balanceMinor, at: balanceAt }, trx)
    if (openingMinor === null) {
      // Something moved while it was first read: the next reading says what was there before.
      if (balanceBeforeMinor === balanceMinor)
        await execute(
          `update provider_accounts set opening_minor = :opening where id = :providerAccountId`,
          { providerAccountId, opening: balanceMinor - bookedMinor },
          trx
        )
      return 0
    }
    const difference = balanceMinor - openingMinor - bookedMinor
    const wasRight = balanceBeforeMinor - openingMinor - bookedMinor === 0
    if (difference !== 0 && wasRight) return 0
    const left = difference === 0 ? 0 : difference - (await takeBack({ providerAccountId, difference }, trx))
    await keepMismatch({ providerAccountId, account, left }, trx)
    return left
  })
}

const readAccount = (providerAccountId: number, trx: Transaction) =>
  oneRow<Account>(
    `select c.site_id, c.provider, a.currency, a.balance_minor, a.balance_at, a.bank_account_id, a.opening_minor, a.mismatch_minor,
        coalesce((select sum(t.amount_minor) from provider_transactions t
          where t.provider_account_id = a.id and t.status = 'booked' and t.booked_on >= a.read_from), 0)::bigint as booked_minor
       from provider_accounts a join connectors c on c.id = a.connector_id where a.id = :providerAccountId for no key update of a`,
    { providerAccountId },
    trx
  )

type Kept = { providerAccountId: number; account: Account; left: number }

async function keepMismatch({ providerAccountId, account, left }: Kept, trx: Transaction): Promise<void> {
  const before = account.mismatchMinor ?? 0
  if (left === before) return
  await execute(
    `update provider_accounts set mismatch_minor = nullif(:left::bigint, 0),
        mismatch_since = case when :left::bigint <> 0 then coalesce(mismatch_since, now()) end,
        mismatch_mailed_at = case when :left::bigint <> 0 then mismatch_mailed_at end where id = :providerAccountId`,
    { providerAccountId, left },
    trx
  )
  const { currency, siteId } = account
  const title = providerTitle(account.provider)
  const text = (minor: number) => mismatchText({ minor, currency }, title)
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'provider_account',
      objectId: providerAccountId,
      siteId,
      event: left === 0 ? 'provider_account.balanced' : 'provider_account.mismatch',
      reason: left === 0 ? `${text(before)}: resuelto` : text(left),
      diff: { mismatch_minor: [before, left] },
    },
    trx
  )
}
