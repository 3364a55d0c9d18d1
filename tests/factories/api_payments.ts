import { randomUUID } from 'node:crypto'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { type ProfileGateway, registerGateway } from '#app/payments/gateway/gateways'
import { sandboxGateway } from '#app/payments/gateway/sandbox_gateway'

import { releaseOrders } from '#app/payments/release/release_orders'
import { serveSandboxBank } from '#app/payments/sandbox_bank/bank_server'
import { type BankNotice, SandboxBank } from '#app/payments/sandbox_bank/sandbox_bank'
import { approverOf, makeApprovedOrder, makePaymentStage, type PaymentStage } from '#tests/factories/payments'

export const BANK_SECRET = 'secret-of-the-bank'
const TIMEOUT_MS = 400
const SLOW_MS = 700

export type ApiStage = PaymentStage & {
  bank: SandboxBank
  gateway: ProfileGateway
  /** What the bank has told, in the order in which it did. */
  notices: BankNotice[]
  close: () => Promise<void>
}

/** The payment stage with an account whose bank takes payments over the network: a sandbox bank of its own. */
export async function makeApiStage(windowSeconds = 1800): Promise<ApiStage> {
  const stage = await makePaymentStage()
  const notices: BankNotice[] = []
  const bank = new SandboxBank({
    faultOf: () => 'none',
    keySeconds: windowSeconds,
    tell: (notice) => notices.push(notice),
  })
  const { url, close } = await serveSandboxBank(bank, { slowMs: SLOW_MS })
  const name = `bank-${randomUUID().slice(0, 8)}`
  const gateway: ProfileGateway = {
    ...sandboxGateway({
      url,
      secret: BANK_SECRET,
      timeoutMs: TIMEOUT_MS,
      idempotencyWindowSeconds: windowSeconds,
    }),
    name,
  }
  registerGateway(name, async () => gateway)
  await bindAccount(stage.accountId, name)
  return { ...stage, bank, gateway, notices, close }
}

/** Lets an account pay through a gateway. */
export async function bindAccount(accountId: number, gateway: string): Promise<void> {
  await inTransaction(async (trx) => {
    const { id } = await oneRow<{ id: number }>(
      `insert into bank_profiles (name, channel, gateway) values (:name, 'api', :gateway)
       on conflict (name) do update set gateway = excluded.gateway returning id`,
      { name: `Banco ${gateway}`, gateway },
      trx
    )
    await execute(
      `update bank_accounts set bank_profile_id = :id where id = :accountId`,
      { id, accountId },
      trx
    )
  })
}

/** What the next payment to a supplier is of: never the same twice, and little of what the account has. */
const amounts = new Map<number, number>()

/** Released orders that wait in the queue of the bank, each of another amount. */
export async function makeQueuedOrders(
  stage: PaymentStage,
  count: number
): Promise<{ batchIds: number[]; orderIds: number[] }> {
  const orderIds: number[] = []
  for (let index = 0; index < count; index++) {
    const amount = (amounts.get(stage.provider.id) ?? 20_000) + 100
    amounts.set(stage.provider.id, amount)
    orderIds.push((await makeApprovedOrder(stage, `API-${randomUUID().slice(0, 8)}`, amount)).id)
  }
  const { batchIds } = await releaseOrders(orderIds, approverOf(stage).actor)
  return { batchIds, orderIds }
}

export type Stand = {
  id: number
  number: string
  state: string
  attempts: number
  postings: number
}

/** Where orders stand: state with its sub-state, how often they were tried, how many entries they have. */
export function standOf(orderIds: number[]): Promise<Stand[]> {
  return rows<Stand>(
    `select o.id, o.number, o.status || coalesce('.' || o.sub_status, '') as state,
        (select count(*)::int from payment_attempts a where a.order_id = o.id) as attempts,
        (select count(*)::int from journal_entries e where e.source_type = 'payment_order' and e.source_id = o.id) as postings
       from payment_orders o where o.id = any(:orderIds::bigint[]) order by o.id`,
    { orderIds }
  )
}

export const statesOf = async (orderIds: number[]) => (await standOf(orderIds)).map(({ state }) => state)

/** How often the bank took each of these orders. */
export async function takenOf(bank: SandboxBank, orderIds: number[]): Promise<number[]> {
  return (await standOf(orderIds)).map(({ number }) => bank.find(number).length)
}

/** As if the process that asked the bank had died `seconds` ago. */
export async function ageAttempts(orderIds: number[], seconds: number): Promise<void> {
  await execute(
    `update payment_attempts set started_at = started_at - make_interval(secs => :seconds) where order_id = any(:orderIds::bigint[])`,
    { orderIds, seconds }
  )
}

export async function outstandingOf(orderId: number): Promise<number> {
  const found = await row<{ minor: number }>(
    `select i.outstanding_minor as minor from payment_orders o join invoices i on i.id = o.source_id where o.id = :orderId`,
    { orderId }
  )
  return found?.minor ?? 0
}
