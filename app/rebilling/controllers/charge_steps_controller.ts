import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/record_event'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { givenReason } from '#app/kernel/text/given_reason'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { discardCharge } from '#app/rebilling/charges/discard_charge'
import { editAmounts } from '#app/rebilling/charges/edit_amounts'
import { forEachCharge, refusedText } from '#app/rebilling/charges/for_each_charge'
import { recoverCharge } from '#app/rebilling/charges/recover_charge'
import { rectifyCharge } from '#app/rebilling/charges/rectify_charge'
import { assertCharges, findOwnCharge } from '#app/rebilling/scoped'
import {
  amountsValidator,
  chargesValidator,
  discardValidator,
  reasonValidator,
} from '#app/rebilling/validators/rebilling_validator'

/** What is done with charges before they are issued, and what takes one back afterwards. */
export default class ChargeStepsController {
  /** Editar importes. */
  async update(ctx: HttpContext) {
    const { id } = await findOwnCharge(ctx)
    const given = await ctx.request.validateUsing(amountsValidator)
    await assertCharges(
      ctx,
      given.parts.map((part) => part.id),
      'origin'
    )
    const isChanged = await editAmounts(
      {
        chargeId: id,
        parts: given.parts.map((part) => ({ chargeId: part.id, baseMinor: part.amount })),
        dueOn: (given.due_on ?? null) as CalendarDate | null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash(
      isChanged ? 'success' : 'info',
      isChanged ? 'Importes guardados. Las aprobaciones anteriores quedan sin efecto.' : 'No había cambios.'
    )
    return ctx.response.redirect().withQs().back()
  }

  async discard(ctx: HttpContext) {
    const { ids, reason } = await ctx.request.validateUsing(discardValidator)
    const why = givenReason(reason ?? null)
    return this.each(ctx, ids, (id, actor) => discardCharge(id, why, actor), {
      one: 'refacturación descartada',
      many: 'refacturaciones descartadas',
    })
  }

  async recover(ctx: HttpContext) {
    const { ids } = await ctx.request.validateUsing(chargesValidator)
    return this.each(ctx, ids, recoverCharge, {
      one: 'refacturación recuperada',
      many: 'refacturaciones recuperadas',
    })
  }

  async rectify(ctx: HttpContext) {
    const { id } = await findOwnCharge(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    const made = await rectifyCharge(id, reason ?? null, actorOf(ctx))
    ctx.session.flash(
      'success',
      `Rectificación ${made.number} preparada: debe aprobarse en las dos empresas.`
    )
    return ctx.response.redirect().toPath(`/refacturacion/${made.id}`)
  }

  /** Each stands for itself; of one alone its refusal is said as it is. */
  private async each(
    ctx: HttpContext,
    ids: readonly number[],
    act: (id: number, actor: Actor) => Promise<void>,
    words: { one: string; many: string }
  ) {
    await assertCharges(ctx, ids, 'origin')
    const actor = actorOf(ctx)
    const { done, refused } = await forEachCharge(ids, (id) => act(id, actor))
    if (done.length === 0) throw new DomainError('E_REFUSED', refusedText(refused))
    ctx.session.flash('success', `${counted(done.length, words.one, words.many)}.`)
    if (refused.length > 0) ctx.session.flash('warning', refusedText(refused))
    return ctx.response.redirect().withQs().back()
  }
}
