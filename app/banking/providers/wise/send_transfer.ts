import type { KnownTransfer, SubmitAnswer, Transfer } from '#app/banking/gateway/transfer_gateway'
import { recipientOfIban } from '#app/banking/providers/wise/beneficiaries'
import { askForOne, askWise, isPartner, Refusal } from '#app/banking/providers/wise/client'
import { findTransfers, leftAt } from '#app/banking/providers/wise/find_transfers'
import { fund } from '#app/banking/providers/wise/fund_transfer'
import {
  afterwards,
  type Context,
  committing,
  refused,
  requoted,
  taken,
} from '#app/banking/providers/wise/gateway_context'
import { paths } from '#app/banking/providers/wise/paths'
import { makeQuote, patchQuote } from '#app/banking/providers/wise/quotes'
import { referenceFor, transferRules } from '#app/banking/providers/wise/reference'
import { uuidOf } from '#app/banking/providers/wise/send_key'
import { isExpired, toKnown, toQuote, UNFUNDED } from '#app/banking/providers/wise/transform'
import type { WiseBalance, WiseQuote, WiseTransfer } from '#app/banking/providers/wise/words'

/** The quote a key was last sent with, so that its repeat is the same request. Lost, the key alone still prevents a second. */
const lastTries = new Map<string, { quoteId: string; id: string }>()
const TRIES_MAX = 1_000

/**
 * Quote, recipient, transfer and, where the connection may, its funding; else a person funds it at Wise. The transfer is made
 * under a UUID of our key, so the same key never makes a second one. Another quote goes under another UUID only when Wise
 * itself says that the former has expired (with it nothing can be made any more) and has no transfer of the order.
 */
export async function sendTransfer(context: Context, transfer: Transfer, key: string): Promise<SubmitAnswer> {
  const source = await sourceCurrency(context, transfer)
  if (typeof source !== 'string') return source
  const targetAccount = await recipientOf(context, transfer)
  if (typeof targetAccount !== 'number') return targetAccount
  const priced = await quoteFor(context, { transfer, key, source, targetAccount })
  if ('kind' in priced) return priced
  const { quote, id } = priced
  const rules = await transferRules(context.client, { targetAccount, quoteUuid: quote.id ?? '' }, transfer)
  if (rules.needed.length > 0)
    return refused('details_needed', `Wise pide además: ${rules.needed.join(', ')}.`)
  remember(key, { quoteId: quote.id ?? '', id })
  const details = {
    reference: referenceFor(transfer, rules.referenceMax),
    ...(transfer.purpose === null ? {} : { transferPurpose: transfer.purpose }),
  }
  const value = { targetAccount, quoteUuid: quote.id, customerTransactionId: id, details }
  return make(context, { transfer, key, value, quote })
}

type Making = {
  transfer: Transfer
  key: string
  value: { targetAccount: number; quoteUuid: string | undefined }
  quote: WiseQuote
}

async function make(context: Context, { transfer, key, value, quote }: Making): Promise<SubmitAnswer> {
  const { client, connection } = context
  try {
    const made = await committing(async () => {
      const body = { kind: 'json', value } as const
      const told = (await askWise(client, { method: 'POST', path: paths.transfers, body })) as WiseTransfer
      return leftAt(toKnown(told, connection, transfer.orderNumber), transfer, quote)
    })
    return goOn(context, made, transfer)
  } catch (error) {
    const isThere =
      error instanceof Refusal && (error.status === 409 || /duplicate|already/i.test(error.message))
    if (isThere) return adopt(context, transfer, key)
    throw error
  }
}

/** Wise says that there is one already: whichever it has is the one. */
async function adopt(context: Context, transfer: Transfer, key: string): Promise<SubmitAnswer> {
  const [first] = await afterwards(() => findTransfers(context.connection, context.client, transfer, key))
  if (first) return goOn(context, first, transfer)
  return { kind: 'unknown', httpStatus: 409, reason: 'Wise dice que ya la tiene y no se encuentra' }
}

/** Goes on with a transfer that is there: where nobody has paid it and the connection may, it pays. */
async function goOn(context: Context, known: KnownTransfer, transfer: Transfer): Promise<SubmitAnswer> {
  const isUnpaid = known.providerStatus === UNFUNDED && isPartner(context.connection)
  if (!isUnpaid) return taken(known)
  const answer = await fund(context, known, transfer)
  const { quote } = known
  return answer.kind === 'taken' && quote ? taken({ ...answer.transfer, quote }) : answer
}

/** The currency that is charged: that of the balance, which has to be the one agreed on. */
async function sourceCurrency(
  { client, profile }: Context,
  { debtorRef, currency, quote, amountMinor }: Transfer
): Promise<string | SubmitAnswer> {
  const agreed = quote?.source.currency ?? currency
  if (quote && (quote.target.currency !== currency || quote.target.minor !== amountMinor))
    return refused('quote_mismatch', 'El presupuesto no es el de este pago. Solicite uno nuevo.')
  if (debtorRef === null) return agreed
  const balance = (await askForOne(client, {
    method: 'GET',
    path: paths.balance(profile, debtorRef),
  })) as WiseBalance | null
  if (!balance) return refused('no_balance', 'Wise no tiene ese saldo.')
  // Wise charges the standard balance of the currency whichever is meant: a jar cannot pay.
  if (balance.type === 'SAVINGS')
    return refused('jar', 'Un apartado de Wise no puede pagar: pase antes el importe al saldo.')
  if (balance.currency === agreed) return agreed
  return refused(
    'quote_needed',
    `El saldo es en ${balance.currency}: pagar en ${currency} necesita un presupuesto.`
  )
}

async function recipientOf({ connection, client }: Context, { payee, currency }: Transfer) {
  if (payee.kind === 'beneficiary') return Number(payee.externalId)
  if (payee.kind === 'email') return refused('payee', 'Wise no paga a un correo: cree un destinatario.')
  if (currency !== 'EUR')
    return refused('payee', `Para pagar en ${currency} cree en Wise un destinatario con su cuenta.`)
  return recipientOfIban(connection, client, payee)
}

type Pricing = { transfer: Transfer; key: string; source: string; targetAccount: number }

/** The quote to send with, and the UUID that goes with it. */
async function quoteFor(
  context: Context,
  { transfer, key, source, targetAccount }: Pricing
): Promise<{ quote: WiseQuote; id: string } | SubmitAnswer> {
  const { client, profile, connection } = context
  const last = lastTries.get(key)
  const former = last?.quoteId ?? transfer.quote?.externalId
  if (former !== undefined) {
    const known = (await askForOne(client, {
      method: 'GET',
      path: paths.quote(profile, former),
    })) as WiseQuote | null
    if (known && !isExpired(known)) {
      const tied =
        known.status === 'PENDING' ? await patchQuote(client, profile, former, { targetAccount }) : known
      return dearer(transfer, tied) ?? { quote: tied, id: last?.id ?? uuidOf(key) }
    }
    const [made] = await findTransfers(connection, client, transfer, key)
    if (made && made.state !== 'cancelled') return goOn(context, made, transfer)
  }
  const quote = await makeQuote(client, profile, {
    sourceCurrency: source,
    targetCurrency: transfer.currency,
    sourceMinor: null,
    targetMinor: transfer.amountMinor,
    beneficiaryExternalId: String(targetAccount),
  })
  const id = former === undefined ? uuidOf(key) : uuidOf(`${key} ${quote.id}`)
  return dearer(transfer, quote) ?? { quote, id }
}

/** What to say when a quote costs more than was approved and tolerated; null when it may go. */
export function dearer({ quote: approved, toleranceMinor }: Transfer, now: WiseQuote): SubmitAnswer | null {
  const { quote, reason } = toQuote(now)
  if (!quote) return refused('no_quote', reason ?? 'Wise no da un presupuesto.')
  if (approved === null || quote.source.minor <= approved.source.minor + toleranceMinor) return null
  return requoted(quote)
}

function remember(key: string, tried: { quoteId: string; id: string }): void {
  lastTries.delete(key)
  lastTries.set(key, tried)
  const [oldest] = lastTries.keys()
  if (lastTries.size > TRIES_MAX && oldest !== undefined) lastTries.delete(oldest)
}
