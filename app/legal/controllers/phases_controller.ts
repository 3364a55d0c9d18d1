import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import { NotFound } from '#app/kernel/http/access_denied'
import { optionsOf } from '#app/kernel/text/labels'
import {
  createPhase,
  deletePhase,
  orderCatalogue,
  type PhaseInput,
  updatePhase,
} from '#app/legal/actions/save_phase'
import { isAugustOff } from '#app/legal/actions/set_august'
import { PHASE_COLOURS, PROCEDURE_KINDS } from '#app/legal/legal_labels'
import { findPhase, listPhases } from '#app/legal/queries/list_phases'
import {
  createPhaseValidator,
  orderValidator,
  updatePhaseValidator,
} from '#app/legal/validators/legal_validator'

const options = () => ({ kinds: optionsOf(PROCEDURE_KINDS), colours: optionsOf(PHASE_COLOURS) })

/** Fases: the catalogue that procedures take theirs from. */
export default class PhasesController {
  async index({ inertia }: HttpContext) {
    return inertia.render('legal/phases/index', {
      phases: await listPhases(),
      options: options(),
      isAugustOff: await isAugustOff(),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createPhaseValidator)
    await createPhase(inputOf(given), actorOf(ctx))
    ctx.session.flash('success', `Fase «${given.name}» creada.`)
    return ctx.response.redirect().withQs().back()
  }

  async edit(ctx: HttpContext) {
    const phase = await findPhase(Number(ctx.params.id))
    if (!phase) throw new NotFound()
    return ctx.inertia.render('legal/phases/edit', { phase, options: options() })
  }

  async update(ctx: HttpContext) {
    const phase = await findPhase(Number(ctx.params.id))
    if (!phase) throw new NotFound()
    const { lock_version: lockVersion, ...given } = await ctx.request.validateUsing(updatePhaseValidator)
    await updatePhase(phase.id, { ...inputOf(given), lockVersion }, actorOf(ctx))
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const phase = await findPhase(Number(ctx.params.id))
    if (!phase) throw new NotFound()
    await deletePhase(phase.id, actorOf(ctx))
    ctx.session.flash('success', `Fase «${phase.name}» eliminada.`)
    return ctx.response.redirect().toPath('/phases')
  }

  /** Which phase comes before which. */
  async order(ctx: HttpContext) {
    const { ids, shown_ids: shownIds } = await ctx.request.validateUsing(orderValidator)
    await orderCatalogue({ ids, shownIds }, actorOf(ctx))
    return ctx.response.redirect().withQs().back()
  }
}

type Fields = Omit<Infer<typeof updatePhaseValidator>, 'lock_version'>

const inputOf = (given: Fields): PhaseInput => ({
  name: given.name,
  procedureKinds: given.procedure_kinds,
  defaultDays: given.default_days ?? null,
  defaultAmountMinor: given.default_amount ?? null,
  requiresFile: given.requires_file ?? false,
  requiresPayment: given.requires_payment ?? false,
  colour: given.colour,
  active: given.active ?? true,
})
