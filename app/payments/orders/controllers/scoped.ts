import type { HttpContext } from '@adonisjs/core/http'
import { allowsAccount, deniedAccounts, limitToAccounts } from '#app/accounts/queries/account_scope'
import { assertInScope, isInScope, limitToScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { Role } from '#app/identity/roles'
import { row, rows } from '#app/kernel/database/sql'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'
import PaymentBatch from '#app/payments/batches/payment_batch'
import { hiddenKinds, isSeenKind } from '#app/payments/orders/page/payment_visibility'
import PaymentOrder from '#app/payments/orders/payment_order'

/** The payment order of the route; 404 outside the caller's companies and accounts, 403 where it asks to pay and one may not. */
export async function findScopedOrder(ctx: HttpContext, right: Right = 'view'): Promise<PaymentOrder> {
  const order = await PaymentOrder.findOrFail(Number(ctx.params.id))
  await assertAccount(ctx, order, right)
  if (hiddenKinds(requireSignedIn(ctx).user.role).includes(order.kind)) throw new NotFound()
  return order
}

/** The batch of the route, in the same way. */
export async function findScopedBatch(ctx: HttpContext, right: Right = 'view'): Promise<PaymentBatch> {
  const batch = await PaymentBatch.findOrFail(Number(ctx.params.id))
  await assertAccount(ctx, batch, right)
  if (!(await holdsSeen(batch.id, requireSignedIn(ctx).user.role))) throw new NotFound()
  return batch
}

/** A batch is there for whoever sees anything in it. */
async function holdsSeen(batchId: number, role: Role): Promise<boolean> {
  if (hiddenKinds(role).length === 0) return true
  const seen = await row(
    `select 1 as found from payment_orders o where o.batch_id = :batchId and ${isSeenKind('o', role)} limit 1`,
    { batchId }
  )
  return seen !== null
}

/** The key of a run of salaries of the route, in the caller's companies and accounts. */
export async function findScopedRun(ctx: HttpContext): Promise<number> {
  const run = await row<{ id: number; siteId: number; payerSiteId: number; debtorAccountId: number }>(
    `select r.id, r.site_id, b.site_id as payer_site_id, r.debtor_account_id from payment_runs r join bank_accounts b on b.id = r.debtor_account_id where r.id = :id`,
    { id: Number(ctx.params.id) }
  )
  if (!run) throw new NotFound()
  await assertAccount(ctx, run, 'view')
  return run.id
}

type Right = 'view' | 'pay'

/** Of whoever keeps the company that owes it or the one that pays it; what is said of its bank's, of the latter alone. */
async function assertAccount(
  ctx: HttpContext,
  {
    siteId,
    payerSiteId = siteId,
    debtorAccountId,
  }: { siteId: number; payerSiteId?: number; debtorAccountId: number },
  right: Right
): Promise<void> {
  if (!isInScope(ctx, payerSiteId)) assertInScope(ctx, siteId)
  const { id } = requireSignedIn(ctx).user
  if ((await deniedAccounts(id, 'view')).includes(debtorAccountId)) throw new NotFound()
  if (right === 'view') return
  if (!isInScope(ctx, payerSiteId) || (await deniedAccounts(id, 'pay')).includes(debtorAccountId))
    throw new AccessDenied()
}

/**
 * Narrows a list of payments or batches to the caller's companies and to the accounts they may see; a payment is also theirs
 * where their company pays it for another one.
 */
export async function limitPayments(
  ctx: HttpContext,
  alias: string,
  filter: Filter = { where: [], bindings: {} },
  payer: string | null = null
): Promise<Filter> {
  const scope = scopeOf(ctx)
  if (payer === null || scope === 'all') limitToScope(ctx, `${alias}.site_id`, filter)
  else {
    filter.where.push(
      `(${alias}.site_id = any(:payerScopeIds::bigint[]) or ${payer} = any(:payerScopeIds::bigint[]))`
    )
    filter.bindings.payerScopeIds = scope
  }
  await limitToAccounts(requireSignedIn(ctx).user.id, `${alias}.debtor_account_id`, filter)
  return filter
}

/** Refuses a bulk act that names anything outside the caller's companies and accounts: 404, as if it were not there. */
export async function assertAllInScope(
  ctx: HttpContext,
  table: 'invoices' | 'payment_orders' | 'payroll_payments' | 'supplier_provisions' | 'expense_notes',
  ids: number[]
): Promise<void> {
  const scope = scopeOf(ctx)
  const { id: userId, role } = requireSignedIn(ctx).user
  const seen =
    table === 'payment_orders'
      ? `${allowsAccount('view', 'debtor_account_id', ':userId')} and ${isSeenKind(table, role)}`
      : ':userId > 0'
  const found = await rows<{ id: number }>(
    `select id from ${table} where id = any(:ids::bigint[]) and (:all or site_id = any(:scope::bigint[])${table === 'payment_orders' ? ' or payer_site_id = any(:scope::bigint[])' : ''}) and ${seen}`,
    {
      ids,
      userId,
      all: scope === 'all',
      scope: scope === 'all' ? [] : scope,
    }
  )
  if (found.length !== new Set(ids).size) throw new NotFound()
}

/** The key of a recurring payment of the route, in the caller's companies. */
export async function findScopedRecurrent(ctx: HttpContext): Promise<number> {
  const found = await row<{ id: number; siteId: number }>(
    `select id, site_id from recurrent_payments where id = :id`,
    { id: Number(ctx.params.id) }
  )
  if (!found) throw new NotFound()
  assertInScope(ctx, found.siteId)
  return found.id
}

/** The key of an occurrence of the route: 404 when it is of another agreement. */
export async function findScopedOccurrence(ctx: HttpContext): Promise<number> {
  const recurrentId = await findScopedRecurrent(ctx)
  const found = await row<{ id: number }>(
    `select id from recurrent_occurrences where id = :id and recurrent_payment_id = :recurrentId`,
    { id: Number(ctx.params.occurrence), recurrentId }
  )
  if (!found) throw new NotFound()
  return found.id
}

/** The company of an employee somebody names; 404 outside the caller's companies. */
export async function findScopedEmployee(ctx: HttpContext, employeeId: number): Promise<number> {
  const found = await row<{ siteId: number }>(
    `select site_id from employees where id = :employeeId and anonymised_at is null`,
    { employeeId }
  )
  if (!found) throw new NotFound()
  assertInScope(ctx, found.siteId)
  return found.siteId
}

/** Refuses an account that the caller may not pay from: 403. Whether it is the company's is for the action to say. */
export async function assertPayable(ctx: HttpContext, accountId: number): Promise<void> {
  if ((await deniedAccounts(requireSignedIn(ctx).user.id, 'pay')).includes(accountId))
    throw new AccessDenied()
}
