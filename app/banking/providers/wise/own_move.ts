import type {
  KnownTransfer,
  SubmitAnswer,
  Transfer,
  TransferState,
} from '#app/banking/gateway/transfer_gateway'
import { listActivities } from '#app/banking/providers/wise/activities'
import { activityAmount, instantOf, majorOf } from '#app/banking/providers/wise/amounts'
import { askForOne, askWise } from '#app/banking/providers/wise/client'
import { type Context, committing, refused, taken } from '#app/banking/providers/wise/gateway_context'
import { paths } from '#app/banking/providers/wise/paths'
import { patchQuote } from '#app/banking/providers/wise/quotes'
import { uuidOf } from '#app/banking/providers/wise/send_key'
import { dearer } from '#app/banking/providers/wise/send_transfer'
import { isExpired } from '#app/banking/providers/wise/transform'
import type { WiseQuote } from '#app/banking/providers/wise/words'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { dayOfInstant } from '#app/kernel/time/calendar_date'

/** Movements between own balances have a reference of their own kind among transfers. */
const PREFIX = 'BALANCE-'
export const isOwnMove = (ref: string): boolean => ref.startsWith(PREFIX)

const STATES: Readonly<Record<string, TransferState>> = {
  PENDING: 'processing',
  COMPLETED: 'executed',
  CANCELLED: 'cancelled',
  REVERSED: 'returned',
}

type Moved = { id?: number; state?: string; creationTime?: string }

/**
 * Money between balances of the company: as it is, or exchanged at a quote. The same key never moves it twice, and its repeat
 * is the same request, since it carries the quote that was approved or none; a quote that has expired moves nothing.
 */
export async function moveOwn(context: Context, transfer: Transfer, key: string): Promise<SubmitAnswer> {
  const { client, profile } = context
  const value = transfer.quote === null ? plainMove(transfer) : await conversion(context, transfer)
  if (value !== null && 'kind' in value) return value
  return taken(
    await committing(async () => {
      const moved = await askWise(client, {
        method: 'POST',
        path: paths.movements(profile),
        headers: { 'x-idempotence-uuid': uuidOf(key) },
        body: { kind: 'json', value },
      })
      return known(moved as Moved, transfer)
    })
  )
}

const plainMove = ({ debtorRef, toOwnRef, amountMinor, currency }: Transfer) => ({
  sourceBalanceId: Number(debtorRef),
  targetBalanceId: Number(toOwnRef),
  amount: { value: majorOf(amountMinor, currency), currency },
})

async function conversion({ client, profile }: Context, transfer: Transfer) {
  const quoteId = transfer.quote?.externalId ?? ''
  const quote = (await askForOne(client, {
    method: 'GET',
    path: paths.quote(profile, quoteId),
  })) as WiseQuote | null
  if (!quote || isExpired(quote))
    return refused('quote_expired', 'El presupuesto ha caducado. Solicite uno nuevo.')
  const tied =
    quote.status === 'PENDING' && quote.payOut !== 'BALANCE'
      ? await patchQuote(client, profile, quoteId, { payOut: 'BALANCE' })
      : quote
  return dearer(transfer, tied) ?? { quoteId }
}

function known({ id, state = '', creationTime }: Moved, transfer: Transfer): KnownTransfer {
  if (!id) throw new NoAnswer('Wise no respondió un movimiento')
  return {
    ref: `${PREFIX}${id}`,
    orderNumber: transfer.orderNumber,
    amountMinor: transfer.amountMinor,
    currency: transfer.currency,
    payee: { iban: null, externalId: null, email: null },
    state: STATES[state] ?? 'processing',
    providerStatus: state,
    on: dayOfInstant(instantOf(creationTime)),
    code: null,
    message: null,
    authorisation: null,
  }
}

/** A movement is looked for among what happened in so many days. */
const LOOK_BACK_DAYS = 60
const DAY_MS = 86_400_000

const ACTIVITY_STATES: Readonly<Record<string, TransferState>> = {
  COMPLETED: 'executed',
  CANCELLED: 'cancelled',
}

/** A movement between own balances as the list of activities tells it: Wise has no call for one alone. */
export async function statusOfMove({ client, profile }: Context, ref: string): Promise<KnownTransfer | null> {
  const since = new Date(Date.now() - LOOK_BACK_DAYS * DAY_MS).toISOString()
  let found: KnownTransfer | null = null
  for await (const page of listActivities(client, profile, { since, until: null }))
    for (const { resource, status = '', primaryAmount, updatedOn } of page) {
      const amount = activityAmount(primaryAmount)
      if (`${PREFIX}${resource?.id}` !== ref || resource?.type !== 'BALANCE_TRANSACTION' || !amount) continue
      found = {
        ref,
        orderNumber: '',
        amountMinor: amount.minor,
        currency: amount.currency,
        payee: { iban: null, externalId: null, email: null },
        state: ACTIVITY_STATES[status] ?? 'processing',
        providerStatus: status,
        on: dayOfInstant(instantOf(updatedOn)),
        code: null,
        message: null,
        authorisation: null,
      }
    }
  return found
}
