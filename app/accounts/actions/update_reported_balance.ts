import { execute, type Transaction } from '#app/kernel/database/sql'

/** The bank's last word on the balance: the closing of the latest statement, unless a connection told a later one. */
export async function updateReportedBalance(bankAccountId: number, trx: Transaction): Promise<void> {
  await execute(
    `update bank_accounts b set reported_balance_minor = s.closing_minor, reported_at = s.closed_at
       from (select closing_minor, ((period_to + 1)::timestamp at time zone 'Europe/Madrid') - interval '1 second' as closed_at from bank_statements
              where bank_account_id = :bankAccountId and closing_minor is not null and period_to is not null order by period_to desc, id desc limit 1) s
      where b.id = :bankAccountId and (b.reported_at is null or b.reported_at <= s.closed_at or b.provider_code in ('sepa_file', 'manual'))`,
    { bankAccountId },
    trx
  )
}
