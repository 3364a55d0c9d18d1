import type { HttpContext } from '@adonisjs/core/http'
import { deniedAccounts } from '#app/accounts/queries/account_scope'
import type { StoredFile } from '#app/files/store_file'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { oneRow, row, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'
import { limitToProcedures, seesConfidential, viewerOf } from '#app/legal/scoped'

/** The company of a procedure that the caller may see. */
export async function siteOfProcedure(id: number): Promise<number> {
  const { siteId } = await oneRow<{ siteId: number }>('select site_id from legal_procedures where id = :id', {
    id,
  })
  return siteId
}

/** The stored file; 404 for one of another procedure, and for a reserved one that the caller may not see. */
export async function findScopedFile(
  ctx: HttpContext,
  procedureId: number,
  fileId: number
): Promise<StoredFile> {
  const found = await row<StoredFile & { confidential: boolean }>(
    `select f.id, f.name, f.mime, f.size_bytes, f.sha256, f.storage_key, l.confidential from legal_procedure_files l join files f on f.id = l.file_id
      where l.id = :fileId and l.procedure_id = :procedureId`,
    { fileId, procedureId }
  )
  if (!found) throw new NotFound()
  const viewer = viewerOf(ctx)
  if (found.confidential && !seesConfidential(viewer)) {
    const { responsibleUserId } = await oneRow<{ responsibleUserId: number | null }>(
      `select responsible_user_id from legal_procedures where id = :procedureId`,
      { procedureId }
    )
    if (responsibleUserId !== viewer.id) throw new NotFound()
  }
  return found
}

/** Refuses a manual payment of another cost: 404. */
export async function assertOffset(costId: number, offsetId: number): Promise<void> {
  const found = await row(
    'select 1 as found from manual_payment_offsets where id = :offsetId and cost_id = :costId',
    { offsetId, costId }
  )
  if (!found) throw new NotFound()
}

/** Refuses a movement of another company, or of an account that the caller may not see. */
export async function assertMovement(ctx: HttpContext, lineId: number, siteId: number): Promise<void> {
  const found = await row<{ bankAccountId: number }>(
    `select l.bank_account_id from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id where l.id = :lineId and b.site_id = :siteId`,
    { lineId, siteId }
  )
  const denied = await deniedAccounts(requireSignedIn(ctx).user.id, 'view')
  if (!found || denied.includes(found.bankAccountId))
    throw new DomainError('E_LINE', 'El valor seleccionado no es válido.', {
      field: 'bank_statement_line_id',
    })
}

/** Refuses a bulk act that names a cost outside the caller's companies, or of a procedure that is hidden from them: 404. */
export async function assertCosts(ctx: HttpContext, costIds: readonly number[]): Promise<void> {
  const scope: Filter = { where: ['c.id = any(:costIds::bigint[])'], bindings: { costIds } }
  limitToProcedures(ctx, 'p', scope)
  const found = await rows<{ id: number }>(
    `select c.id from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id where ${scope.where.join(' and ')}`,
    scope.bindings
  )
  if (found.length !== new Set(costIds).size) throw new NotFound()
}
