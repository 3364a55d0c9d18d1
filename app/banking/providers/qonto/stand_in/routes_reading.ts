import { isAmong, isWithin, listed, notFound, type Play } from '#app/banking/providers/qonto/stand_in/play'
import type { PlayedTransaction } from '#app/banking/providers/qonto/stand_in/state'
import { toldAccount, toldOrganisation, toldTransaction } from '#app/banking/providers/qonto/stand_in/told'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

/** The organisation, its accounts and their movements. */
export const readingRoutes = (play: Play): StandInRoute[] => [
  {
    method: 'GET',
    path: '/v2/organization',
    operation: 'organization.read',
    handle: () => ({ status: 200, json: { organization: toldOrganisation(play.state) } }),
  },
  {
    method: 'GET',
    path: '/v2/bank_accounts',
    operation: 'accounts.list',
    handle: (request) =>
      listed(
        request,
        'bank_accounts',
        play.state.accounts.map((one) => toldAccount(play.state, one))
      ),
  },
  {
    method: 'GET',
    path: '/v2/bank_accounts/:id',
    operation: 'accounts.read',
    handle: ({ params }) => {
      const found = play.state.accounts.find(({ id }) => id === params.id)
      return found
        ? { status: 200, json: { bank_account: toldAccount(play.state, found) } }
        : notFound('account')
    },
  },
  {
    method: 'GET',
    path: '/v2/transactions',
    operation: 'transactions.list',
    handle: (request) => listTransactions(play, request),
  },
  {
    method: 'GET',
    path: '/v2/transactions/:id',
    operation: 'transactions.read',
    handle: ({ params, query }) => {
      const found = play.state.transactions.find(({ id }) => id === params.id)
      return found
        ? { status: 200, json: { transaction: toldTransaction(play.state, found, withAttachments(query)) } }
        : notFound('transaction')
    },
  },
]

const withAttachments = (query: URLSearchParams) => query.getAll('includes[]').includes('attachments')

/** What is asked for by no account is of the main one; what is asked for by no state is completed. */
function listTransactions({ state }: Play, request: StandInRequest): StandInAnswer {
  const { query } = request
  const account = state.accounts.find(({ id, iban, isMain }) => {
    if (query.has('bank_account_id')) return id === query.get('bank_account_id')
    return query.has('iban') ? iban === query.get('iban') : isMain
  })
  if (!account) return notFound('account')
  const statuses = query.getAll('status[]')
  const found = state.transactions.filter(
    (one) =>
      one.accountId === account.id &&
      (statuses.length === 0 ? ['completed'] : statuses).includes(one.status) &&
      isAmong(query, 'side', one.side) &&
      isAmong(query, 'operation_type[]', one.operationType) &&
      isWithin(query, 'emitted_at', one.emittedAt) &&
      isWithin(query, 'created_at', one.emittedAt) &&
      isWithin(query, 'settled_at', one.settledAt) &&
      isWithin(query, 'updated_at', one.updatedAt)
  )
  const sorted = found.sort(orderOf(query.get('sort_by') ?? 'settled_at:desc'))
  return listed(
    request,
    'transactions',
    sorted.map((one) => toldTransaction(state, one, withAttachments(query)))
  )
}

const SORTS: Readonly<Record<string, (one: PlayedTransaction) => string>> = {
  emitted_at: ({ emittedAt }) => emittedAt,
  settled_at: ({ settledAt }) => settledAt ?? '',
  updated_at: ({ updatedAt }) => updatedAt,
}

function orderOf(text: string): (a: PlayedTransaction, b: PlayedTransaction) => number {
  const [property = '', direction] = text.split(':')
  const sortedBy = SORTS[property] ?? SORTS.settled_at ?? (() => '')
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    const [left, right] = [sortedBy(a), sortedBy(b)]
    return left === right ? 0 : left < right ? -sign : sign
  }
}
