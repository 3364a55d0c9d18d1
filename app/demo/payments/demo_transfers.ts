import type { DemoUsers } from '#app/demo/group/demo_users'
import { row } from '#app/kernel/database/sql'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { createTransfer } from '#app/payments/kinds/internal/create_transfer'

/** Money between the two accounts of the holding: a transfer that waits for approval and one that is a draft. */
export async function createDemoTransfers(users: DemoUsers): Promise<void> {
  const pair = await row<{ siteId: number; fromAccountId: number; toAccountId: number }>(
    `select f.site_id, f.id as from_account_id, t.id as to_account_id
       from bank_accounts f join bank_accounts t on t.site_id = f.site_id and t.id <> f.id and t.currency = 'EUR' and t.iban is not null
      where f.is_payer_default and f.currency = 'EUR' order by f.id, t.id limit 1`
  )
  if (!pair) throw new Error('No company of the demo has two accounts in euros')
  const senior = { userId: users.senior, kind: 'user' as const }
  const waiting = await createTransfer(
    { ...pair, amountMinor: 1_500_000, concept: 'Fondos para pagos directos', executionDate: null },
    senior
  )
  await bufferOrder(waiting.id, senior, true)
  await createTransfer(
    { ...pair, amountMinor: 420_000, concept: 'Ajuste de saldo de fin de mes', executionDate: null },
    senior
  )
}
