import { minorOf } from '#app/banking/providers/revolut/money'
import { actsOf } from '#app/banking/providers/revolut/stand_in/acts'
import { RevolutBank } from '#app/banking/providers/revolut/stand_in/bank'
import { faultOf } from '#app/banking/providers/revolut/stand_in/by_cents'
import { accountRoutes } from '#app/banking/providers/revolut/stand_in/routes/account_routes'
import { counterpartyRoutes } from '#app/banking/providers/revolut/stand_in/routes/counterparty_routes'
import { draftRoutes } from '#app/banking/providers/revolut/stand_in/routes/draft_routes'
import { exchangeRoutes } from '#app/banking/providers/revolut/stand_in/routes/exchange_routes'
import { paymentRoutes } from '#app/banking/providers/revolut/stand_in/routes/payment_routes'
import { peopleRoutes } from '#app/banking/providers/revolut/stand_in/routes/people_routes'
import type { ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import {
  grantAccess,
  makeCode,
  tokenProblem,
  tokenRoutes,
  tooMany,
} from '#app/banking/providers/revolut/stand_in/routes/token_routes'
import { webhookRoutes } from '#app/banking/providers/revolut/stand_in/routes/webhook_routes'
import type { State } from '#app/banking/providers/revolut/stand_in/state'
import { Teller } from '#app/banking/providers/revolut/stand_in/teller'
import type { Tokens } from '#app/connectors/provider'
import { FaultPlan } from '#app/connectors/stand_in/stand_in_faults'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import { type StandIn, StandInClock } from '#app/connectors/stand_in/stand_in_server'

const MINUTE_MS = 60_000
const PER_MINUTE = 60
const STEP_SECONDS = 5
/** Requests that carry no token. */
const OPEN = ['auth.token', 'auth.consent', 'people.drafts', 'people.decide']

type Options = {
  /** Requests in any minute; null for as many as one likes. */
  perMinute?: number | null
  /** Between two states of a payment. */
  stepSeconds?: number
}

export type RevolutStandIn = StandIn & {
  /** Its limit, to be switched while it runs. */
  perMinute: number | null
  /** What it knows now, to be counted. */
  state: () => State
  /** Who tells, and how badly. */
  teller: Teller
  /** Tokens as consent gives them, without its page. */
  grant: () => Tokens
  /** A code as the page of consent sends it back. */
  consentCode: () => string
}

/** Revolut Business as it is played here: one business, its accounts and what moves on them. */
export function revolutStandIn({
  perMinute = PER_MINUTE,
  stepSeconds = STEP_SECONDS,
}: Options = {}): RevolutStandIn {
  const clock = new StandInClock()
  const faults = new FaultPlan()
  const bank: ToBank = () => only
  const teller = new Teller(bank)
  const only: RevolutBank = new RevolutBank(clock, teller, stepSeconds)
  const requests: number[] = []
  const standIn: RevolutStandIn = {
    code: 'revolut',
    clock,
    faults,
    perMinute,
    routes: [
      ...tokenRoutes(bank),
      ...accountRoutes(bank),
      ...counterpartyRoutes(bank),
      ...paymentRoutes(bank),
      ...exchangeRoutes(bank),
      ...draftRoutes(bank),
      ...webhookRoutes(bank),
      ...peopleRoutes(bank),
    ],
    faultBody: (status) => ({ code: status * 10, message: FAULT_TEXTS[status] ?? 'Something went wrong' }),
    authorise: (request, operation) => {
      if (!OPEN.includes(operation)) {
        const problem = tokenProblem(bank, request.headers.authorization)
        if (problem) return problem
      }
      const refused = overLimit(requests, standIn.perMinute, clock.now().getTime())
      if (refused) return refused
      planByAmount(bank, faults, request, operation)
      return null
    },
    work: () => only.work(),
    dump: () => JSON.stringify(only.state),
    remember: (text) => {
      only.state = JSON.parse(text)
    },
    acts: actsOf(bank, teller),
    state: () => only.state,
    teller,
    grant: () => grant(bank),
    consentCode: () => makeCode(bank),
  }
  return standIn
}

const FAULT_TEXTS: Readonly<Record<number, string>> = {
  401: 'The request should be authorized.',
  404: 'Resource not found',
  429: 'Rate limit exceeded',
  502: 'Bad gateway',
}

/** The requests of the last minute; one that is refused does not count. */
function overLimit(requests: number[], perMinute: number | null, now: number): StandInAnswer | null {
  if (perMinute === null) return null
  while (requests.length > 0 && (requests[0] ?? 0) <= now - MINUTE_MS) requests.shift()
  if (requests.length < perMinute) {
    requests.push(now)
    return null
  }
  return tooMany(Math.ceil(((requests[0] ?? now) + MINUTE_MS - now) / 1000))
}

/** The fault that an amount asks for, once for each request: it is decided here, before the server looks for one. */
function planByAmount(bank: ToBank, faults: FaultPlan, request: StandInRequest, operation: string): void {
  if (!['pay', 'transfer', 'exchange', 'drafts.create'].includes(operation)) return
  const { key, amount, currency } = moneyOf(request.json)
  const fault = amount === undefined ? null : faultOf(minorOr0(amount, currency))
  const strike = `${operation}:${key}`
  if (fault === null || bank().state.struck.includes(strike)) return
  bank().state.struck.push(strike)
  faults.plan(operation, fault)
}

type Sum = { amount?: number; currency?: string }
type Asked = Sum & { request_id?: string; title?: string; from?: Sum; to?: Sum; payments?: Sum[] }

function moneyOf(json: unknown): { key: string; amount: number | undefined; currency: string } {
  const body = (json ?? {}) as Asked
  const sides = [body, body.to, body.from, body.payments?.[0]]
  const { amount, currency = 'EUR' } = sides.find((one) => one?.amount !== undefined) ?? {}
  return { key: body.request_id ?? body.title ?? '', amount, currency }
}

/** What is no amount is refused by the route; here it is none that has a fault. */
function minorOr0(amount: number, currency: string): number {
  try {
    return minorOf(amount, currency)
  } catch {
    return 0
  }
}

function grant(bank: ToBank): Tokens {
  const { state, clock } = bank()
  state.refreshToken ??= bank().key()
  const { access_token, expires_in } = grantAccess(bank)
  return {
    accessToken: access_token,
    accessExpiresAt: new Date(clock.now().getTime() + expires_in * 1000).toISOString(),
    refreshToken: state.refreshToken,
    consentExpiresAt: null,
  }
}
