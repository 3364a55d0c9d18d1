import type { HttpContext } from '@adonisjs/core/http'
import ProviderContract from '#app/contracts/models/provider_contract'
import { scopeOf } from '#app/identity/http/scope'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'

/** The contract of the route; 404 when none of its companies is in the caller's scope. */
export async function scopedContract(ctx: HttpContext): Promise<ProviderContract> {
  const contract = await ProviderContract.find(Number(ctx.params.id))
  if (!contract || !isSeen(ctx, contract.siteIds)) throw new NotFound()
  return contract
}

/** The same to be changed: all of its companies are the caller's, for what changes binds them all. */
export async function changeableContract(ctx: HttpContext): Promise<ProviderContract> {
  const contract = await scopedContract(ctx)
  const scope = scopeOf(ctx)
  if (scope !== 'all' && !contract.siteIds.every((id) => scope.includes(id)))
    throw new DomainError(
      'E_SCOPE',
      'El contrato es también de empresas con las que usted no trabaja: no puede modificarlo.'
    )
  return contract
}

/** Companies that a form names: 404 for one outside the caller's scope. */
export function assertSitesInScope(ctx: HttpContext, siteIds: readonly number[]): void {
  const scope = scopeOf(ctx)
  if (scope !== 'all' && !siteIds.every((id) => scope.includes(id))) throw new NotFound()
}

/** Narrows a list to contracts with a company of the caller's. */
export function limitToContracts(ctx: HttpContext, filter: Filter): void {
  const scope = scopeOf(ctx)
  filter.where.push('c.parent_contract_id is null')
  if (scope === 'all') return
  filter.where.push('c.site_ids && :scopeSiteIds::bigint[]')
  filter.bindings.scopeSiteIds = scope
}

function isSeen(ctx: HttpContext, siteIds: readonly number[]): boolean {
  const scope = scopeOf(ctx)
  return scope === 'all' || siteIds.some((id) => scope.includes(id))
}
