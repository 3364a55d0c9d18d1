import { majorOf } from '#app/banking/providers/wise/amounts'
import {
  bind,
  bodyOf,
  isPartnerToken,
  minorIn,
  needsPerson,
  notFound,
  ok,
  textOf,
  type WiseRoute,
} from '#app/banking/providers/wise/stand_in/route_help'
import { balanceOf, receive } from '#app/banking/providers/wise/stand_in/wise_ledger'
import type { StoredBalance, StoredLine } from '#app/banking/providers/wise/stand_in/wise_state'
import { nextId, nowOf, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

const PROFILE = '/:profile'

/** Profiles, balances, their statements and account details. */
export const accountRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  {
    method: 'GET',
    path: '/v2/profiles',
    operation: 'profiles.list',
    handle: (world) => ok([profileOf(world)]),
  },
  {
    method: 'GET',
    path: '/v2/profiles/:profile',
    operation: 'profiles.get',
    handle: (world, { params }) =>
      params.profile === String(world.state.profile.id) ? ok(profileOf(world)) : notFound(),
  },
  {
    method: 'GET',
    path: `/v4/profiles${PROFILE}/balances`,
    operation: 'balances.list',
    handle: (world, { query }) => {
      const types = (query.get('types') ?? '').split(',')
      return ok(world.state.balances.filter(({ type }) => types.includes(type)).map(toBalance))
    },
  },
  {
    method: 'POST',
    path: `/v4/profiles${PROFILE}/balances`,
    operation: 'balances.create',
    handle: createBalance,
  },
  {
    method: 'GET',
    path: `/v4/profiles${PROFILE}/balances/:id`,
    operation: 'balances.get',
    handle: (world, { params }) => {
      const found = balanceOf(world, Number(params.id))
      return found ? ok(toBalance(found)) : notFound()
    },
  },
  {
    method: 'GET',
    path: `/v1/profiles${PROFILE}/balance-statements/:id/statement.json`,
    operation: 'statements.get',
    handle: statement,
  },
  {
    method: 'GET',
    path: `/v1/profiles${PROFILE}/account-details`,
    operation: 'accountDetails.list',
    handle: (world) => ok(world.state.balances.filter(({ type }) => type === 'STANDARD').map(toDetails)),
  },
  {
    method: 'POST',
    path: '/v1/simulation/balance/topup',
    operation: 'simulation.topup',
    handle: topUp,
  },
]

const profileOf = ({ state: { profile, userId } }: World) => ({
  type: 'BUSINESS',
  id: profile.id,
  publicId: '7e570000-0000-4000-8000-000000000001',
  userId,
  email: 'finanzas@hotelmiramar.example',
  createdAt: '2024-02-01T09:00:00',
  updatedAt: '2026-01-15T09:00:00',
  businessName: profile.businessName,
  registrationNumber: profile.registrationNumber,
  companyType: 'LIMITED_COMPANY',
  fullName: profile.businessName,
})

export const amountOf = (minor: number, currency: string) => ({ value: majorOf(minor, currency), currency })

const toBalance = ({ id, currency, type, name, minor, createdAt }: StoredBalance) => ({
  id,
  currency,
  type,
  name,
  icon: null,
  investmentState: 'NOT_INVESTED',
  amount: amountOf(minor, currency),
  reservedAmount: amountOf(0, currency),
  cashAmount: amountOf(minor, currency),
  totalWorth: amountOf(minor, currency),
  creationTime: createdAt,
  modificationTime: createdAt,
  visible: true,
})

function toDetails({ id, currency, iban, bic, numbers }: StoredBalance) {
  const all = Object.entries({ ...(iban ? { IBAN: iban } : {}), ...(bic ? { SWIFT: bic } : {}), ...numbers })
  return {
    id,
    currency: { code: currency, name: currency },
    title: `Your ${currency} account details`,
    subtitle: all.map(([type]) => type).join(', '),
    status: all.length > 0 ? 'ACTIVE' : 'AVAILABLE',
    deprecated: false,
    receiveOptions: [
      {
        type: 'LOCAL',
        title: 'Local',
        details: all.map(([type, body]) => ({ type, title: type, body, hidden: false })),
      },
    ],
  }
}

function createBalance(world: World, request: StandInRequest): StandInAnswer {
  const key = request.headers['x-idempotence-uuid'] ?? ''
  const done = world.state.moves[key]
  if (done) return ok(done, 201)
  const { currency, type, name } = bodyOf(request)
  const balance: StoredBalance = {
    id: nextId(world),
    currency: textOf(currency),
    type: type === 'SAVINGS' ? 'SAVINGS' : 'STANDARD',
    name: textOf(name) || null,
    minor: 0,
    createdAt: nowOf(world),
    iban: null,
    bic: null,
    numbers: {},
  }
  world.state.balances.push(balance)
  const made = toBalance(balance)
  world.state.moves[key] = made
  return ok(made, 201)
}

/** Open to partners alone: with a personal token of Europe a person would have to sign, which it cannot. */
function statement(world: World, request: StandInRequest): StandInAnswer {
  if (!isPartnerToken(world, request)) return needsPerson()
  const { params, query } = request
  const balance = balanceOf(world, Number(params.id))
  if (!balance) return notFound()
  const start = new Date(query.get('intervalStart') ?? 0).toISOString()
  const end = new Date(query.get('intervalEnd') ?? 0).toISOString()
  const lines = world.state.lines
    .filter((one) => one.balanceId === balance.id && one.at >= start && one.at <= end)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return ok({
    accountHolder: { type: 'BUSINESS', firstName: world.state.profile.businessName },
    issuer: { name: 'Wise Europe SA', city: 'Brussels', country: 'Belgium' },
    bankDetails: null,
    transactions: lines.map((line) => toLine(line, balance.currency)),
    endOfStatementBalance: amountOf(balance.minor, balance.currency),
    query: { intervalStart: start, intervalEnd: end, currency: balance.currency, accountId: balance.id },
  })
}

function toLine(line: StoredLine, currency: string) {
  const { minor, feeMinor, other } = line
  return {
    type: minor < 0 ? 'DEBIT' : 'CREDIT',
    date: line.at,
    amount: amountOf(minor, currency),
    totalFees: amountOf(feeMinor, currency),
    details: {
      type: line.type,
      description: line.description,
      ...(line.sender ? { senderName: line.sender } : {}),
      ...(line.senderAccount ? { senderAccount: line.senderAccount } : {}),
      ...(line.reference ? { paymentReference: line.reference } : {}),
    },
    exchangeDetails: other ? { forAmount: amountOf(other.minor, other.currency), rate: null } : null,
    runningBalance: amountOf(line.afterMinor, currency),
    referenceNumber: line.ref,
  }
}

function topUp(world: World, request: StandInRequest): StandInAnswer {
  const { balanceId, currency, amount } = bodyOf(request)
  const balance = balanceOf(world, Number(balanceId))
  const minor = minorIn(amount, textOf(currency))
  if (!balance || minor === null) return notFound()
  const line = receive(world, balance, {
    at: nowOf(world),
    minor,
    sender: world.state.profile.businessName,
    senderAccount: null,
    reference: 'Top up',
  })
  return ok({
    transactionId: Number(line.ref.replace(/\D/g, '')),
    state: 'COMPLETED',
    balancesAfter: [{ id: balance.id, ...amountOf(balance.minor, balance.currency) }],
  })
}
