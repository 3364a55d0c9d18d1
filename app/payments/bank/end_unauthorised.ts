import { DateTime } from 'luxon'
import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { GatewayUnavailable, type Transfer } from '#app/banking/gateway/transfer_gateway'
import { inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { endAttempt, planAttempt } from '#app/payments/bank/attempts'
import { AUTHORISATION_DAYS } from '#app/payments/bank/authorisations'
import { cancelAtBank } from '#app/payments/bank/cancel_at_bank'
import { readRequest } from '#app/payments/bank/same_transfer'
import { tellLeads } from '#app/payments/bank/tell_leads'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { providerTitle } from '#app/payments/gateway/provider_title'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

const REASON = `Sin autorizar en el banco después de ${AUTHORISATION_DAYS} días`
/** The bank did not confirm the cancellation: it is not there, does not know the transfer, or goes on with it. */
const NOT_CANCELLED: readonly string[] = ['E_UNAVAILABLE', 'E_TOO_LATE']

/**
 * Payments that their bank has and nobody authorised there in time, each at most once a day. Those of a connection that may not
 * be asked wait for it.
 */
export const unauthorisedOrders = async (): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      `select o.id from payment_orders o join bank_accounts b on b.id = o.debtor_account_id left join connectors c on c.id = b.connector_id
        where o.status = 'sent' and o.sub_status = 'awaiting_authorisation' and o.channel = 'api' and o.provider_ref is not null
          and o.sent_at < now() - make_interval(days => ${AUTHORISATION_DAYS}) and coalesce(c.status, 'active') = 'active'
          and (o.held_since is null or o.held_since < now() - interval '1 day')
        order by o.id`
    )
  ).map(({ id }) => id)

/**
 * Takes such a payment back at its bank. Where the bank says that it knows no such transfer, nobody knows what became of it:
 * it is `unknown`, and a person closes it with a document of the bank. Where it stays there all the same, people are told once;
 * it goes on as soon as the bank says something else.
 */
export async function endUnauthorised(orderId: number): Promise<void> {
  try {
    return await cancelAtBank(orderId, REASON, SYSTEM)
  } catch (error) {
    if (!isDomainError(error) || !NOT_CANCELLED.includes(error.code)) throw error
  }
  const isForgotten = await isForgottenAtBank(orderId)
  await inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    if (order.subStatus !== 'awaiting_authorisation') return
    if (isForgotten) await loseSight(order, trx)
    else await holdUnauthorised(order, trx)
    order.heldSince = DateTime.now()
    await order.save()
  })
}

/** Only what the bank itself says: one that cannot be asked has not forgotten anything. */
async function isForgottenAtBank(orderId: number): Promise<boolean> {
  const { accountId, ref } = await oneRow<{ accountId: number; ref: string }>(
    `select debtor_account_id as account_id, provider_ref as ref from payment_orders where id = :orderId`,
    { orderId }
  )
  const gateway = await gatewayOfAccount(accountId)
  if (!gateway) return false
  try {
    return (await gateway.getStatus(ref)) === null
  } catch (error) {
    if (error instanceof GatewayUnavailable) return false
    throw error
  }
}

/** As after a submission without an answer: it is looked up by its number, and never sent again after so long. */
async function loseSight(order: PaymentOrder, trx: Transaction): Promise<void> {
  const reason = `${REASON}, el banco no encuentra la transferencia ${order.providerRef}.`
  const attempt = await planAttempt(order, { request: await lastRequest(order, trx) }, trx)
  await endAttempt(attempt, { status: 'unknown', error: reason }, trx)
  await stepSent(order, { step: 'lose', reason }, SYSTEM, trx)
}

async function lastRequest({ id, number }: PaymentOrder, trx: Transaction): Promise<Transfer> {
  const last = await row<{ request: Transfer }>(
    `select request from payment_attempts where order_id = :id and request is not null order by attempt_no desc limit 1`,
    { id },
    trx
  )
  if (!last) throw new Error(`Nobody knows what was asked for ${number}`)
  return readRequest(last.request)
}

async function holdUnauthorised(order: PaymentOrder, trx: Transaction): Promise<void> {
  const isTold = order.holdReason !== null && order.heldSince !== null
  order.holdReason ??= 'authorisation_expired'
  if (isTold) return
  const provider = await providerTitle(order.debtorAccountId, trx)
  const reason = `${REASON}, y ${provider} no ha confirmado que quede cancelado.`
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: 'payment_order.unauthorised',
      reason,
    },
    trx
  )
  await tellLeads(
    {
      orderId: order.id,
      siteId: order.siteId,
      subject: `Pago ${order.number} sin autorizar en ${provider}`,
      body: `Pago ${order.number} de ${formatAmount(order.amountMinor, order.currency)}. ${reason} Nada se ha cargado.\n\nAbra ${provider} y autorícelo o cancélelo allí: Caudal lo sigue y lo intenta cancelar una vez al día.`,
    },
    trx
  )
}
