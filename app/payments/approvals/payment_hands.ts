import { rows, type Transaction } from '#app/kernel/database/sql'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import type { OrderRecord } from '#app/payments/orders/payment_order'

/** In what somebody had a hand: the payment, what it pays, the account it goes to; or they are who is paid. */
type Part = 'order' | 'document' | 'bank' | 'payee'
export type Hand = { userId: number; part: Part }

/**
 * Everybody who made or changed each order or what it pays, who added, verified, changed, waived or brought over the account
 * it goes to, and who is paid. The database excludes the same people when it counts approvals (CA015).
 */
export async function handsIn(
  orders: readonly OrderRecord[],
  trx: Transaction
): Promise<ReadonlyMap<number, readonly Hand[]>> {
  const found = await rows<Hand & { orderId: number }>(
    `select order_id, user_id, part from payment_order_hands where order_id = any(:ids::bigint[])`,
    { ids: orders.map(({ id }) => id) },
    trx
  )
  const noted = Map.groupBy(found, ({ orderId }) => orderId)
  const payees = await payeesOf(orders, trx)
  return new Map(
    orders.map(({ id, sourceType, sourceId }) => [
      id,
      [
        ...(noted.get(id) ?? []),
        ...(payees.get(`${sourceType} ${sourceId}`) ?? []).map((userId) => ({
          userId,
          part: 'payee' as const,
        })),
      ],
    ])
  )
}

/** Who is paid, by kind and key of the document. */
async function payeesOf(
  orders: readonly OrderRecord[],
  trx: Transaction
): Promise<Map<string, readonly number[]>> {
  const found = new Map<string, readonly number[]>()
  for (const [type, some] of Map.groupBy(orders, ({ sourceType }) => sourceType)) {
    const { payees } = kindPaying(type)
    if (!payees) continue
    for (const [id, people] of await payees(
      some.map(({ sourceId }) => sourceId),
      trx
    ))
      found.set(`${type} ${id}`, people)
  }
  return found
}

/** Each of them once. */
export const peopleOf = (hands: readonly Hand[] = []): number[] => [
  ...new Set(hands.map(({ userId }) => userId)),
]

const GRAVEST: readonly Part[] = ['payee', 'document', 'bank', 'order']

/** What each of them is told: of several the one that comes first. */
export function whyOf(hands: readonly Hand[] = [], sourceType: string): ReadonlyMap<number, string> {
  const texts: Record<Part, string> = {
    payee: 'Nadie aprueba un pago que cobra',
    document: kindPaying(sourceType).handText,
    bank: 'Quien dio de alta, verificó o cambió la cuenta del beneficiario no aprueba sus pagos',
    order: 'Quien creó o modificó el pago no lo aprueba',
  }
  const sorted = hands.toSorted((a, b) => GRAVEST.indexOf(b.part) - GRAVEST.indexOf(a.part))
  return new Map(sorted.map(({ userId, part }) => [userId, texts[part]]))
}
