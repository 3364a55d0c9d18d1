import type { HttpContext } from '@adonisjs/core/http'
import type { StoredFile } from '#app/files/store_file'
import { assertCompany, isInScope, scopeOf } from '#app/identity/http/scope'
import { row } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'

type Parties = { id: number; lenderSiteId: number | null; borrowerSiteId: number }

/** The key of the loan of the route: of whoever works with one of its companies; 404 for any other. */
export async function findScopedLoan(ctx: HttpContext): Promise<number> {
  const found = await partiesOf(Number(ctx.params.id))
  if (!found || !isSeen(ctx, found)) throw new NotFound()
  return found.id
}

/** The same for who changes it, which is in the books of both: they work with both of its companies. */
export async function findOwnLoan(ctx: HttpContext): Promise<number> {
  const found = await partiesOf(Number(ctx.params.id))
  if (!found || !isSeen(ctx, found)) throw new NotFound()
  if (!isInScope(ctx, found.borrowerSiteId)) throw new NotFound()
  if (found.lenderSiteId !== null && !isInScope(ctx, found.lenderSiteId)) throw new NotFound()
  return found.id
}

const partiesOf = (id: number): Promise<Parties | null> =>
  row<Parties>(`select id, lender_site_id, borrower_site_id from loans where id = :id`, { id })

const isSeen = (ctx: HttpContext, { lenderSiteId, borrowerSiteId }: Parties): boolean =>
  isInScope(ctx, borrowerSiteId) || (lenderSiteId !== null && isInScope(ctx, lenderSiteId))

/** Narrows a list of loans to those of the caller's companies, whichever side they are on; `alias` is that of the loans. */
export function limitToLoans(ctx: HttpContext, alias: string, filter: Filter): void {
  const scope = scopeOf(ctx)
  if (scope === 'all') return
  filter.where.push(
    `(${alias}.lender_site_id = any(:loanSiteIds::bigint[]) or ${alias}.borrower_site_id = any(:loanSiteIds::bigint[]))`
  )
  filter.bindings.loanSiteIds = scope
}

/** The two companies of the route, one of which the caller works with. */
export async function findScopedPair(ctx: HttpContext): Promise<{ lenderId: number; borrowerId: number }> {
  const lenderId = Number(ctx.params.lender)
  const borrowerId = Number(ctx.params.borrower)
  const found = await row(
    `select 1 as found from sites where id in (:lenderId, :borrowerId) having count(*) = 2`,
    { lenderId, borrowerId }
  )
  if (!found || !(isInScope(ctx, lenderId) || isInScope(ctx, borrowerId))) throw new NotFound()
  return { lenderId, borrowerId }
}

/** Whether the caller works with both of them. */
export const isPairOwn = (
  ctx: HttpContext,
  { lenderId, borrowerId }: { lenderId: number; borrowerId: number }
): boolean => isInScope(ctx, lenderId) && isInScope(ctx, borrowerId)

/** Throws where one of these companies is not the caller's. */
export async function assertCompanies(ctx: HttpContext, siteIds: readonly number[]): Promise<void> {
  for (const siteId of siteIds) await assertCompany(ctx, siteId)
}

/** The key of the netting of the route: of whoever works with one of its companies. */
export async function findScopedCompensation(ctx: HttpContext): Promise<number> {
  return compensationWhere(ctx, (siteIds) => siteIds.some((siteId) => isInScope(ctx, siteId)))
}

/** The same for who decides on it: they work with all of them. */
export async function findOwnCompensation(ctx: HttpContext): Promise<number> {
  return compensationWhere(ctx, (siteIds) => siteIds.every((siteId) => isInScope(ctx, siteId)))
}

async function compensationWhere(
  ctx: HttpContext,
  isAllowed: (siteIds: readonly number[]) => boolean
): Promise<number> {
  const found = await row<{ id: number; siteIds: number[] }>(
    `select id, site_ids from loan_compensations where id = :id`,
    { id: Number(ctx.params.id) }
  )
  if (!found || !isAllowed(found.siteIds)) throw new NotFound()
  return found.id
}

/** The key of a movement of a loan; 404 for another loan's. */
export async function findMovement(loanId: number, movementId: number): Promise<number> {
  return partOf('loan_movements', loanId, movementId)
}

/** The key of a payment of a loan. */
export async function findPayment(loanId: number, paymentId: number): Promise<number> {
  return partOf('loan_payments', loanId, paymentId)
}

/** A file of a loan, as it is stored. */
export async function findLoanFile(
  loanId: number,
  keptId: number
): Promise<{ id: number; file: StoredFile }> {
  const file = await row<StoredFile>(
    `select f.id, f.name, f.mime, f.size_bytes, f.sha256, f.storage_key from loan_files k join files f on f.id = k.file_id
      where k.id = :keptId and k.loan_id = :loanId`,
    { keptId, loanId }
  )
  if (!file) throw new NotFound()
  return { id: keptId, file }
}

async function partOf(
  table: 'loan_movements' | 'loan_payments',
  loanId: number,
  id: number
): Promise<number> {
  const found = await row<{ id: number }>(`select id from ${table} where id = :id and loan_id = :loanId`, {
    id,
    loanId,
  })
  if (!found) throw new NotFound()
  return found.id
}
