import type { HttpContext } from '@adonisjs/core/http'
import { isInScope, limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { A, type Role, S } from '#app/identity/roles'
import { row } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'

export type LegalViewer = { id: number; role: Role }

/** Who sees what is confidential beside its responsible (area 30, rule 4). */
export const seesConfidential = ({ role }: Pick<LegalViewer, 'role'>): boolean => role === S || role === A

export function viewerOf(ctx: HttpContext): LegalViewer {
  const { user } = requireSignedIn(ctx)
  return { id: user.id, role: user.role }
}

type Owner = { id: number; siteId: number; confidential: boolean; responsibleUserId: number | null }

function assertSeen(ctx: HttpContext, found: Owner | null): number {
  const viewer = viewerOf(ctx)
  const isSeen =
    found !== null &&
    isInScope(ctx, found.siteId) &&
    (!found.confidential || seesConfidential(viewer) || found.responsibleUserId === viewer.id)
  if (!isSeen) throw new NotFound()
  return found.id
}

/** The key of the procedure of the route; 404 outside the caller's companies, and for a confidential one that is not theirs. */
export async function findScopedProcedure(ctx: HttpContext): Promise<number> {
  const id = Number(ctx.params.id)
  return assertSeen(
    ctx,
    await row<Owner>(
      `select id, site_id, confidential, responsible_user_id from legal_procedures where id = :id`,
      { id }
    )
  )
}

/** The keys of a phase of the route and its procedure, in the same way. */
export async function findScopedPhase(ctx: HttpContext): Promise<{ procedureId: number; phaseId: number }> {
  const procedureId = await findScopedProcedure(ctx)
  const found = await row<{ id: number }>(
    `select id from legal_procedure_phases where id = :phase and procedure_id = :procedureId`,
    { phase: Number(ctx.params.phase), procedureId }
  )
  if (!found) throw new NotFound()
  return { procedureId, phaseId: found.id }
}

/** The keys of the cost of the route and its procedure, and its company; the address need not name the procedure. */
export async function findScopedCost(
  ctx: HttpContext
): Promise<{ procedureId: number; costId: number; siteId: number }> {
  const costId = Number(ctx.params.cost)
  const found = await row<Owner & { procedureId: number }>(
    `select p.id, p.id as procedure_id, p.site_id, p.confidential, p.responsible_user_id from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id where c.id = :costId`,
    { costId }
  )
  const procedureId = assertSeen(ctx, found)
  if (ctx.params.id !== undefined && Number(ctx.params.id) !== procedureId) throw new NotFound()
  return { procedureId, costId, siteId: found?.siteId ?? 0 }
}

/** Narrows a list to the caller's companies and to what is not hidden from them; `alias` is that of the procedures. */
export function limitToProcedures(ctx: HttpContext, alias: string, filter: Filter): void {
  limitToScope(ctx, `${alias}.site_id`, filter)
  const viewer = viewerOf(ctx)
  if (seesConfidential(viewer)) return
  filter.where.push(`(not ${alias}.confidential or ${alias}.responsible_user_id = :legalViewerId)`)
  filter.bindings.legalViewerId = viewer.id
}
