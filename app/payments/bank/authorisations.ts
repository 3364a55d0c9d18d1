import encryption from '@adonisjs/core/services/encryption'
import type { Authorisation } from '#app/banking/gateway/transfer_gateway'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { providerTitle } from '#app/payments/gateway/provider_title'
import type PaymentOrder from '#app/payments/orders/payment_order'

/** How long a question without an end of its own is asked for. */
export const AUTHORISATION_DAYS = 14

const purposeOf = (orderId: number) => `payment_authorisation:${orderId}`

/**
 * Somebody has to say yes to a payment at its provider. `key` is what it is taken up again under, null where the provider has
 * the transfer. Asked again while nobody has said anything, it keeps the end that it had.
 */
export async function keepAuthorisation(
  order: Pick<PaymentOrder, 'id' | 'debtorAccountId'>,
  { url, instruction, expiresAt, token }: Authorisation,
  key: string | null,
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into payment_authorisations (order_id, provider, url, instruction, expires_at, token, submission_key) values (:id, :provider, :url, :instruction, :expiresAt, :token, :key::uuid)
     on conflict (order_id) do update set provider = excluded.provider, url = excluded.url, instruction = excluded.instruction, submission_key = excluded.submission_key,
        expires_at = case when payment_authorisations.ended_at is null and payment_authorisations.submission_key is not distinct from excluded.submission_key then payment_authorisations.expires_at else excluded.expires_at end,
        token = case when payment_authorisations.ended_at is null then coalesce(excluded.token, payment_authorisations.token) else excluded.token end,
        asked_at = case when payment_authorisations.ended_at is null then payment_authorisations.asked_at else now() end,
        tried_at = now(), ended_at = null, outcome = null`,
    {
      id: order.id,
      provider: await providerTitle(order.debtorAccountId, trx),
      url,
      instruction,
      expiresAt,
      token: token === null ? null : encryption.encrypt(token, undefined, purposeOf(order.id)),
      key,
    },
    trx
  )
}

/** What came of it; its token is forgotten. */
export async function endAuthorisation(orderId: number, outcome: string, trx: Transaction): Promise<void> {
  await execute(
    `update payment_authorisations set ended_at = coalesce(ended_at, now()), token = null, outcome = :outcome where order_id = :orderId`,
    { orderId, outcome },
    trx
  )
}

type Kept = { url: string | null; instruction: string; expiresAt: Date | null; token: string | null }

/** As the provider put it, to be asked again. Null when it is over. */
export async function openAuthorisation(orderId: number, trx: Transaction): Promise<Authorisation | null> {
  const kept = await row<Kept>(
    `select url, instruction, expires_at, token from payment_authorisations where order_id = :orderId and ended_at is null`,
    { orderId },
    trx
  )
  return (
    kept && {
      url: kept.url,
      instruction: kept.instruction,
      expiresAt: kept.expiresAt?.toISOString() ?? null,
      token: kept.token === null ? null : encryption.decrypt<string>(kept.token, purposeOf(orderId)),
    }
  )
}

/** What people read of it: never the token. */
export type ShownAuthorisation = {
  provider: string
  url: string | null
  instruction: string
  expiresAt: string | null
  /** What came of it once it is over. */
  outcome: string | null
}

/** What the page of an order says of its authorisation; null where nobody ever asked for one. */
export async function shownAuthorisation(orderId: number): Promise<ShownAuthorisation | null> {
  const shown = await row<Omit<ShownAuthorisation, 'expiresAt'> & { expiresAt: Date | null }>(
    `select provider, url, instruction, expires_at, outcome from payment_authorisations where order_id = :orderId`,
    { orderId }
  )
  return shown && { ...shown, expiresAt: shown.expiresAt?.toISOString() ?? null }
}
