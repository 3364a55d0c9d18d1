import { execute, type Transaction } from '#app/kernel/database/sql'

type Told = { bankAccountId: number; balanceMinor: number; at: Date }

/** What a connection says is on an account now: the bank's last word, unless something later was said. */
export async function reportBalance(
  { bankAccountId, balanceMinor, at }: Told,
  trx: Transaction
): Promise<void> {
  await execute(
    `update bank_accounts set reported_balance_minor = :balanceMinor, reported_at = :at
      where id = :bankAccountId and (reported_at is null or reported_at <= :at)`,
    { bankAccountId, balanceMinor, at },
    trx
  )
}
