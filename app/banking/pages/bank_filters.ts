import type { HttpContext } from '@adonisjs/core/http'
import { viewerBindings } from '#app/accounts/queries/account_scope'
import { mayBeTwice } from '#app/accounts/queries/duplicate_pairs'
import { MOVEMENT_STATUSES, MOVEMENT_TYPES } from '#app/banking/banking_labels'
import { seesProviderAccount } from '#app/banking/pages/queries/find_provider_account'
import { isOfVirtual } from '#app/banking/pages/queries/list_movements'
import { BENEFICIARY_WORDS } from '#app/banking/queries/list_beneficiaries'
import { ACCOUNT_STATE, ACCOUNT_STATES, ACCOUNT_WORDS } from '#app/banking/queries/list_provider_accounts'
import { TRANSACTION_WORDS } from '#app/banking/queries/list_provider_transactions'
import { limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import type { Filter } from '#app/kernel/lists/listing'
import { isCurrencyCode } from '#app/kernel/money/currency'
import { keysOf } from '#app/kernel/text/labels'

const asked = ({ request }: HttpContext, name: string): unknown =>
  (request.qs() as Record<string, unknown>)[name]

/** States of accounts that are history: listed only when somebody asks for them. */
const GONE = `(${['closed', 'disabled'].map((state) => `'${state}'`).join(', ')})`

/** Accounts `a` at a provider that the caller may see, whatever else is asked for. */
export const seenAccounts = (ctx: HttpContext, provider: string): Filter => seenQuery(ctx, provider).filter

function seenQuery(ctx: HttpContext, provider: string): QueryFilters {
  const { id: userId } = requireSignedIn(ctx).user
  const query = new QueryFilters(ctx)
    .add('c.provider = :provider', { provider })
    .add(seesProviderAccount('a', ':viewerId'), viewerBindings({ userId }))
  limitToScope(ctx, 'c.site_id', query.filter)
  return query
}

/** The same as the query string asks for them. */
export function bankAccountFilter(ctx: HttpContext, provider: string): Filter {
  const query = seenQuery(ctx, provider)
    .keys('site_ids', 'c.site_id')
    .value('currency', 'a.currency', isCurrencyCode)
    .oneOf('status', ACCOUNT_STATE, Object.keys(ACCOUNT_STATES))
    .words(searchText(ctx), ACCOUNT_WORDS)
  if (asked(ctx, 'status') === undefined) query.add(`${ACCOUNT_STATE} not in ${GONE}`)
  return query.filter
}

/** Movements `t` of an account; those that are still pending only when they are asked for: they stand apart. */
export function movementFilter(ctx: HttpContext, accountId: number): Filter {
  const query = new QueryFilters(ctx)
    .add('t.provider_account_id = :accountId', { accountId })
    .oneOf('type', 't.type', keysOf(MOVEMENT_TYPES))
    .oneOf('status', 't.status', keysOf(MOVEMENT_STATUSES))
    .days('booked', 't.booked_on')
    .amounts('amount', 't.amount_minor')
    .foldedWords(searchText(ctx), TRANSACTION_WORDS)
  if (asked(ctx, 'status') === undefined) query.add(`t.status <> 'pending'`)
  if (asked(ctx, 'doubtful') !== undefined) query.add(IS_DOUBTFUL)
  return query.filter
}

/** Its line may be there twice, by file and by connection. */
const IS_DOUBTFUL = `exists (select 1 from bank_statement_lines l where l.id = t.bank_statement_line_id and ${mayBeTwice('l')})`

/** Movements of an account that are attributed to a virtual account. */
export function virtualFilter(ctx: HttpContext, accountId: number, virtualId: number): Filter {
  return new QueryFilters(ctx)
    .add('t.provider_account_id = :accountId', { accountId })
    .add(isOfVirtual(':virtualId'), { virtualId })
    .days('booked', 't.booked_on')
    .amounts('amount', 't.amount_minor')
    .foldedWords(searchText(ctx), TRANSACTION_WORDS).filter
}

/** Beneficiaries `b` of a connection, without those that are gone unless they are asked for. */
export function beneficiaryFilter(ctx: HttpContext, connectorId: number): Filter {
  const query = new QueryFilters(ctx)
    .add('b.connector_id = :connectorId', { connectorId })
    .value('currency', 'b.currency', isCurrencyCode)
    .words(searchText(ctx), BENEFICIARY_WORDS)
  if (asked(ctx, 'gone') === undefined) query.add(`b.status <> 'deleted'`)
  if (asked(ctx, 'verified') === 'no') query.add('b.verified_at is null')
  return query.filter
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Calls `k` of a connection. */
export function callFilter(ctx: HttpContext, connectorId: number): Filter {
  const query = new QueryFilters(ctx)
    .add('k.connector_id = :connectorId', { connectorId })
    .instants('at', 'k.at')
    .oneOf('method', 'k.method', METHODS)
    .words(
      searchText(ctx),
      `lower(k.path || ' ' || coalesce(k.request_id, '') || ' ' || coalesce(k.idempotency_key, ''))`
    )
  const result = asked(ctx, 'result')
  if (result === 'wrong') query.add('(k.status is null or k.status >= 400)')
  if (result === 'good') query.add('k.status < 400')
  return query.filter
}
