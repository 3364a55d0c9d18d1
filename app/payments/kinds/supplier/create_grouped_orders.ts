import { randomUUID } from 'node:crypto'
import type { Actor } from '#app/audit/record_event'
import { judgeBeforePayment } from '#app/invoices/approval/judge_before_payment'
import { refusalOf } from '#app/kernel/database/refusals'
import { inTransaction, rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { byCurrency } from '#app/kernel/money/sums'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { offsetCredits, openCreditsFor } from '#app/payments/kinds/supplier/offset_credits'

type Wanted = {
  invoiceIds: readonly number[]
  debtorAccountId: number | null
  executionDate: CalendarDate | null
  /** Credit notes of these suppliers are netted first. */
  nets: boolean
}

export type Grouped = { orders: number; transfers: number; offsets: MoneyJson[]; refused: string[] }

type Party = {
  siteId: number
  providerId: number
  currency: string
  invoiceIds: number[]
  dueOn: CalendarDate | null
}

/**
 * «Agrupar facturas del proveedor» (area 28 §5): the payments to each supplier of a company leave as one transfer on one
 * day, its open credit notes netted first; what they cover whole is not paid. Each supplier stands for itself: what keeps
 * one back is told and the others go on.
 */
export async function createGroupedOrders(wanted: Wanted, actor: Actor): Promise<Grouped> {
  await judgeBeforePayment(wanted.invoiceIds)
  const parties = await rows<Party>(
    `select site_id, provider_id, currency, array_agg(id order by due_on nulls last, id)::int[] as invoice_ids, min(due_on) as due_on
       from invoices where id = any(:ids::bigint[]) group by 1, 2, 3 order by 1, 2, 3`,
    { ids: wanted.invoiceIds }
  )
  const outcome: Grouped = { orders: 0, transfers: 0, offsets: [], refused: [] }
  for (const party of parties) {
    try {
      const { orders, offsets } = await orderParty(party, wanted, actor)
      outcome.orders += orders
      outcome.transfers += orders > 0 ? 1 : 0
      outcome.offsets = byCurrency([...outcome.offsets, ...offsets])
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      outcome.refused.push(refusal.message)
    }
  }
  return outcome
}

/** All of one supplier or nothing: a transfer that lacks an invoice is not the one that was asked for. */
function orderParty(
  { invoiceIds, dueOn }: Party,
  { debtorAccountId, executionDate, nets }: Wanted,
  actor: Actor
): Promise<{ orders: number; offsets: MoneyJson[] }> {
  return inTransaction(async (trx) => {
    const creditIds = nets ? (await openCreditsFor(invoiceIds, trx)).map(({ id }) => id) : []
    const offsets = creditIds.length > 0 ? await offsetCredits({ invoiceIds, creditIds }, actor, trx) : []
    const open = await rows<{ id: number }>(
      `select id from invoices where id = any(:invoiceIds::bigint[]) and payable_minor > 0 order by due_on nulls last, id`,
      { invoiceIds },
      trx
    )
    const transferGroupId = open.length > 1 ? randomUUID() : null
    for (const { id } of open)
      await createOrder(
        {
          invoiceId: id,
          debtorAccountId,
          executionDate: executionDate ?? dueOn,
          transferGroupId,
          isJudged: true,
        },
        actor,
        trx
      )
    return { orders: open.length, offsets }
  })
}
