import type { HttpContext } from '@adonisjs/core/http'
import ExpenseNote from '#app/expenses/models/expense_note'
import { assertInScope, limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AD } from '#app/identity/roles'
import { row } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'

const OWN = `(n.created_by = :viewerId or exists (select 1 from employees own where own.id = n.employee_id and own.user_id = :viewerId))`

/** The note of the route: 404 outside the caller's companies; adm1n1strat0r has only their own. */
export async function findScopedNote(ctx: HttpContext): Promise<ExpenseNote> {
  const note = await ExpenseNote.findOrFail(Number(ctx.params.id))
  const { user } = requireSignedIn(ctx)
  if (user.role !== AD) {
    assertInScope(ctx, note.siteId)
    return note
  }
  const own = await row(`select 1 as found from expense_notes n where n.id = :id and ${OWN}`, {
    id: note.id,
    viewerId: user.id,
  })
  if (!own) throw new NotFound()
  return note
}

/** Narrows a list of notes likewise. */
export function limitNotes(ctx: HttpContext, filter: Filter = { where: [], bindings: {} }): Filter {
  const { user } = requireSignedIn(ctx)
  if (user.role !== AD) {
    limitToScope(ctx, 'n.site_id', filter)
    return filter
  }
  filter.where.push(OWN)
  filter.bindings.viewerId = user.id
  return filter
}
