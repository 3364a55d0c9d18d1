import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { approveCost, cancelCost } from '#app/legal/actions/move_cost'
import { type CostInput, createCost, updateCost } from '#app/legal/actions/save_cost'
import { findScopedCost, findScopedProcedure } from '#app/legal/scoped'
import {
  createCostValidator,
  reasonValidator,
  updateCostValidator,
} from '#app/legal/validators/legal_validator'

/** What the phases of a procedure cost. */
export default class ProcedureCostsController {
  async store(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    const { phase_id: phaseId, ...given } = await ctx.request.validateUsing(createCostValidator)
    await createCost(id, { ...inputOf(given), phaseId }, actorOf(ctx))
    return done(ctx, 'Coste añadido.')
  }

  async update(ctx: HttpContext) {
    const place = await findScopedCost(ctx)
    await updateCost(place, inputOf(await ctx.request.validateUsing(updateCostValidator)), actorOf(ctx))
    return done(ctx, 'Coste guardado.')
  }

  async approve(ctx: HttpContext) {
    await approveCost(await findScopedCost(ctx), actorOf(ctx))
    return done(ctx, 'Coste aprobado: ya se puede pagar.')
  }

  async destroy(ctx: HttpContext) {
    const place = await findScopedCost(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await cancelCost(place, reason ?? null, actorOf(ctx))
    return done(ctx, 'Coste anulado.')
  }
}

const blankToNull = (text: string | null | undefined) => (text ? text : null)

const inputOf = (given: Infer<typeof updateCostValidator>): CostInput => ({
  concept: given.concept,
  description: given.description,
  providerId: given.provider_id ?? null,
  payeeName: blankToNull(given.payee_name),
  payeeIban: given.payee_iban ?? null,
  baseMinor: given.base,
  vatMinor: given.vat ?? 0,
  withholdingMinor: given.withholding ?? 0,
  dueOn: given.due_on as CalendarDate,
  depositTerm: given.deposit_term ?? null,
  expenseCode: given.expense_account ?? null,
  documentId: given.document_id ?? null,
})

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
