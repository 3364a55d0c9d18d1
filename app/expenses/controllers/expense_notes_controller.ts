import type { HttpContext } from '@adonisjs/core/http'
import { assignNote, editLine } from '#app/expenses/actions/edit_note'
import { submitNote } from '#app/expenses/actions/submit_note'
import { sentLines, sentReceipts } from '#app/expenses/http/note_form'
import { notePage } from '#app/expenses/queries/note_page'
import { findStaffClaimant, listClaimants } from '#app/expenses/queries/staff_claimant'
import { findScopedNote } from '#app/expenses/scoped'
import {
  assignmentValidator,
  internalNoteValidator,
  lineEditValidator,
} from '#app/expenses/validators/expense_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, assertInScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AD } from '#app/identity/roles'
import { DomainError } from '#app/kernel/domain_error'
import { searchText } from '#app/kernel/http/list_request'

/** One expense note: how it comes in over the house, what it says, and what its reviewer puts right. */
export default class ExpenseNotesController {
  async store(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const given = await ctx.request.validateUsing(internalNoteValidator)
    const claimant = await findStaffClaimant(
      user.role === AD || !given.employee_id ? { userId: user.id } : { employeeId: given.employee_id }
    )
    if (!claimant)
      throw new DomainError(
        'E_CLAIMANT',
        user.role === AD
          ? 'Su usuario no está vinculado a ningún empleado: pida que lo vinculen en su ficha.'
          : 'Elija el empleado.',
        { field: 'employee_id' }
      )
    if (user.role !== AD) assertInScope(ctx, claimant.siteId)
    const files = given.files ?? []
    const { number } = await submitNote(
      {
        siteId: claimant.siteId,
        employeeId: claimant.employeeId,
        name: claimant.name,
        taxId: claimant.taxId,
        email: claimant.email,
        iban: given.iban ?? null,
        title: given.title,
        purpose: given.purpose ?? null,
        lines: sentLines(given.lines, files.length),
        receipts: await sentReceipts(files, given.lines),
      },
      { channel: 'internal', actor: actorOf(ctx) }
    )
    ctx.session.flash('success', `Nota de gastos ${number} enviada.`)
    return ctx.response.redirect().withQs().back()
  }

  async show(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    return ctx.inertia.render(
      'payments/expenses/show',
      await notePage(note, requireSignedIn(ctx).user, scopeOf(ctx))
    )
  }

  /** Which company bears it and whose it is. */
  async update(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const given = await ctx.request.validateUsing(assignmentValidator)
    await assertCompany(ctx, given.site_id)
    await assignNote(
      {
        noteId: note.id,
        siteId: given.site_id,
        employeeId: given.employee_id ?? null,
        providerId: given.provider_id ?? null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }

  async edit(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const given = await ctx.request.validateUsing(lineEditValidator)
    if (given.site_id) await assertCompany(ctx, given.site_id)
    await editLine(
      {
        noteId: note.id,
        lineId: Number(ctx.params.line),
        category: given.category,
        documentKind: given.document_kind,
        supplierTaxId: given.supplier_tax_id ?? null,
        invoiceNumber: given.invoice_number ?? null,
        vatMinor: given.vat ?? 0,
        vatCodeId: given.vat_code_id ?? null,
        expenseAccountId: given.expense_account_id ?? null,
        siteId: given.site_id ?? null,
        approvedMinor: given.approved,
        comment: given.comment ?? null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Línea guardada.')
    return ctx.response.redirect().withQs().back()
  }

  /** People at work, for the picker of a new note. */
  async create(ctx: HttpContext) {
    return ctx.response.send({ data: await listClaimants(searchText(ctx), scopeOf(ctx)) })
  }
}
