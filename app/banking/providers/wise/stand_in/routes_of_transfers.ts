import { setTimeout as sleep } from 'node:timers/promises'
import { majorOf } from '#app/banking/providers/wise/amounts'
import {
  bind,
  bodyOf,
  isPartnerToken,
  needsPerson,
  notFound,
  ok,
  textOf,
  type WiseRoute,
} from '#app/banking/providers/wise/stand_in/route_help'
import { isQuoteExpired, quoteOf } from '#app/banking/providers/wise/stand_in/routes_of_quotes'
import { rateNumber } from '#app/banking/providers/wise/stand_in/wise_prices'
import type { StoredTransfer } from '#app/banking/providers/wise/stand_in/wise_state'
import {
  cancelTransfer,
  createTransfer,
  forceState,
  fundTransfer,
  twistOf,
} from '#app/banking/providers/wise/stand_in/wise_transfers'
import { marked, problem, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

const RETRY_AFTER = '1'
const REFERENCE_MAX: Readonly<Record<string, number>> = { EUR: 140, GBP: 18, USD: 10 }
const LETTERS = '[a-zA-Z0-9- ]*'

/** Transfers from their making to their receipt. */
export const transferRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  {
    method: 'POST',
    path: '/v1/transfer-requirements',
    operation: 'transfers.requirements',
    handle: requirements,
  },
  { method: 'POST', path: '/v1/transfers', operation: 'transfers.create', handle: create },
  { method: 'GET', path: '/v1/transfers', operation: 'transfers.list', handle: list },
  one('GET', '/v1/transfers/:id', 'transfers.get', (_world, transfer) => ok(toJson(transfer))),
  one('PUT', '/v1/transfers/:id/cancel', 'transfers.cancel', (world, transfer) =>
    cancelTransfer(world, transfer)
      ? ok(toJson(transfer))
      : problem(409, { code: 'transfer.state', message: 'The transfer cannot be cancelled' })
  ),
  one('GET', '/v1/transfers/:id/payments', 'transfers.payments', (_world, { payments, sourceCurrency }) =>
    ok(
      payments.map(({ id, minor, at }) => ({
        id,
        method: 'BALANCE',
        pricingVariant: null,
        amount: majorOf(minor, sourceCurrency),
        currency: sourceCurrency,
        timeCreated: at,
        timeUpdated: at,
      }))
    )
  ),
  one('POST', '/v3/profiles/:profile/transfers/:id/payments', 'transfers.fund', fund),
  one('GET', '/v1/transfers/:id/receipt.pdf', 'transfers.receipt', (_world, { id, status }) =>
    status === 'outgoing_payment_sent'
      ? {
          status: 200,
          headers: { 'content-type': 'application/pdf' },
          text: `%PDF-1.4\n% Wise ${id}\n%%EOF\n`,
        }
      : notFound()
  ),
  one('GET', '/v1/simulation/transfers/:id/:status', 'simulation.transfer', (world, transfer, { params }) => {
    forceState(world, transfer, params.status ?? '')
    return ok(toJson(transfer))
  }),
]

type OnOne = (world: World, transfer: StoredTransfer, request: StandInRequest) => StandInAnswer

function one(method: string, path: string, operation: string, handle: OnOne): WiseRoute {
  return {
    method,
    path,
    operation,
    handle: (world, request) => {
      const found = world.state.transfers.find(({ id }) => String(id) === request.params.id)
      return found ? handle(world, found, request) : notFound()
    },
  }
}

/** The first again for a UUID that made one already, whatever else it says now. */
async function create(world: World, request: StandInRequest): Promise<StandInAnswer> {
  const { quoteUuid, targetAccount, customerTransactionId, details } = bodyOf(request)
  const id = textOf(customerTransactionId)
  const first = world.state.transfers.find((transfer) => transfer.customerTransactionId === id)
  if (first) return ok(toJson(first))
  const quote = quoteOf(world, textOf(quoteUuid))
  if (!quote || quote.isUsed)
    return problem(422, { code: 'quote.not_valid', message: 'Quote is not valid', path: 'quoteUuid' })
  if (isQuoteExpired(world, quote))
    return problem(422, { code: 'quote.expired', message: 'Quote is expired', path: 'quoteUuid' })
  const recipient = world.state.recipients.find((known) => known.id === targetAccount && known.isActive)
  if (!recipient || recipient.currency !== quote.targetCurrency)
    return problem(422, {
      code: 'recipient.not_valid',
      message: 'Recipient is not valid',
      path: 'targetAccount',
    })
  const reference = textOf((details as { reference?: unknown } | undefined)?.reference)
  const max = REFERENCE_MAX[quote.targetCurrency] ?? 10
  if (reference.length > max || !new RegExp(`^${LETTERS}$`).test(reference))
    return problem(422, { code: 'reference.not_valid', message: 'Reference is not valid', path: 'reference' })
  if (twistOf(quote) === 'rateLimited' && !world.state.putOff.includes(id)) {
    world.state.putOff.push(id)
    const later = {
      ...problem(429, { code: 'rate', message: 'Too many requests' }),
      headers: { 'retry-after': RETRY_AFTER },
    }
    return marked(later, 'rate_limited')
  }
  const made = createTransfer(world, {
    quote,
    targetAccount: recipient.id,
    customerTransactionId: id,
    reference,
  })
  if (twistOf(made) === 'timeout') await sleep(world.hangMs, undefined, { ref: false })
  return ok(toJson(made))
}

/** The newest first, as people see them. */
function list(world: World, { query }: StandInRequest): StandInAnswer {
  const start = query.get('createdDateStart')
  const end = query.get('createdDateEnd')
  const wanted = world.state.transfers.filter(
    ({ createdAt, status, sourceCurrency, targetCurrency }) =>
      (start === null || createdAt >= start) &&
      (end === null || createdAt <= end) &&
      [null, status].includes(query.get('status')) &&
      [null, sourceCurrency].includes(query.get('sourceCurrency')) &&
      [null, targetCurrency].includes(query.get('targetCurrency'))
  )
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? 100)
  return ok(
    wanted
      .toReversed()
      .slice(offset, offset + limit)
      .map(toJson)
  )
}

/** A personal token of Europe may not pay; and of some transfers a person has to say yes whoever asks. */
function fund(world: World, transfer: StoredTransfer, request: StandInRequest): StandInAnswer {
  if (!isPartnerToken(world, request)) return needsPerson()
  if (twistOf(transfer) === 'needsPerson') return needsPerson()
  const refusal = fundTransfer(world, transfer)
  return ok({ type: 'BALANCE', status: refusal ? 'REJECTED' : 'COMPLETED', errorCode: refusal })
}

function requirements(world: World, request: StandInRequest): StandInAnswer {
  const quote = quoteOf(world, textOf(bodyOf(request).quoteUuid))
  if (!quote) return notFound()
  const reference = {
    key: 'reference',
    name: 'Transfer reference',
    type: 'text',
    refreshRequirementsOnChange: false,
    required: false,
    displayFormat: null,
    example: null,
    minLength: null,
    maxLength: REFERENCE_MAX[quote.targetCurrency] ?? 10,
    validationRegexp: LETTERS,
    validationAsync: null,
  }
  return ok([{ type: 'transfer', fields: [{ name: 'Transfer reference', group: [reference] }] }])
}

/** The moment without its zone, as Wise writes it. */
const bare = (at: string): string => at.slice(0, 19).replace('T', ' ')

function toJson(transfer: StoredTransfer) {
  const isPaid = transfer.payments.length > 0
  return {
    id: transfer.id,
    user: 4_000_001,
    targetAccount: transfer.targetAccount,
    sourceAccount: null,
    quote: null,
    quoteUuid: transfer.quoteId,
    status: transfer.status,
    reference: transfer.reference,
    rate: rateNumber(transfer.rateMicro),
    created: bare(transfer.createdAt),
    business: null,
    transferRequest: null,
    details: { reference: transfer.reference },
    hasActiveIssues: false,
    sourceCurrency: transfer.sourceCurrency,
    sourceValue: isPaid ? majorOf(transfer.sourceMinor, transfer.sourceCurrency) : 0,
    targetCurrency: transfer.targetCurrency,
    targetValue: majorOf(transfer.targetMinor, transfer.targetCurrency),
    customerTransactionId: transfer.customerTransactionId,
  }
}
