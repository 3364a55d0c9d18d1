import { checkName } from '#app/banking/providers/revolut/stand_in/name_check'
import { instantOf, numberOf } from '#app/banking/providers/revolut/stand_in/read_request'
import { notFound, route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import type { Transaction } from '#app/banking/providers/revolut/stand_in/state'
import {
  accountJson,
  bankDetailsJson,
  ok,
  transactionJson,
} from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const PAGE = { max: 1000, usual: 100 }

/** Accounts, their numbers and what moved on them. */
export const accountRoutes = (bank: ToBank): StandInRoute[] => [
  route('GET /accounts', 'accounts.list', () => ok(bank().state.accounts.map(accountJson))),
  route('GET /accounts/:id', 'accounts.show', ({ params }) => {
    const account = bank().account(params.id)
    return account ? ok(accountJson(account)) : notFound()
  }),
  route('GET /accounts/:id/bank-details', 'accounts.details', ({ params }) => {
    const account = bank().account(params.id)
    return account ? ok([bankDetailsJson(account)]) : notFound()
  }),
  route('POST /account-name-validation', 'payees.check', (request) => checkName(bank, request)),
  route('GET /transactions', 'transactions.list', ({ query }) => {
    const count = numberOf(query, 'count', PAGE)
    return ok(chosen(bank().state.transactions, query).slice(0, count).map(transactionJson))
  }),
  route('GET /transaction/:id', 'transactions.show', ({ params, query }) => {
    const isByKey = query.get('id_type') === 'request_id'
    const found = bank().state.transactions.find((one) => (isByKey ? one.requestId : one.id) === params.id)
    return found ? ok(transactionJson(found)) : notFound()
  }),
]

/** From the newest back: `from` is contained, `to` is not. */
function chosen(all: readonly Transaction[], query: URLSearchParams): Transaction[] {
  const from = instantOf(query.get('from') ?? '1970-01-01')
  const to = instantOf(query.get('to') ?? '9999-12-31')
  const is = (name: string, value: string | null) => query.get(name) === null || query.get(name) === value
  const account = query.get('account')
  return all
    .filter(({ createdAt }) => createdAt >= from && createdAt < to)
    .filter((one) => is('type', one.type) && is('request_id', one.requestId) && is('state', one.state))
    .filter(({ legs }) => account === null || legs.some(({ accountId }) => accountId === account))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
}
