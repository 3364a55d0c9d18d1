import type { HttpContext } from '@adonisjs/core/http'
import { previewRevision, revisePrices } from '#app/contracts/actions/revise_prices'
import type { Revision } from '#app/contracts/actions/revision_factor'
import { minor4Text } from '#app/contracts/pricing/rate'
import { changeableContract } from '#app/contracts/scoped'
import { monthStart } from '#app/contracts/validators/contract_form'
import { revisionValidator } from '#app/contracts/validators/contract_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class ContractRevisionsController {
  /** What the prices would be; nothing is written. */
  async show(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    const items = await previewRevision(id, await revisionOf(ctx))
    return ctx.response.send({
      data: items.map(({ code, description, currentMinor4, revisedMinor4 }) => ({
        code,
        description,
        current: minor4Text(currentMinor4),
        revised: minor4Text(revisedMinor4),
      })),
    })
  }

  async store(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    const items = await revisePrices(id, await revisionOf(ctx), actorOf(ctx))
    ctx.session.flash(
      'success',
      items.length === 1 ? 'Un precio revisado.' : `${items.length} precios revisados.`
    )
    return ctx.response.redirect().withQs().back()
  }
}

async function revisionOf({ request }: HttpContext): Promise<Revision> {
  const given = await request.validateUsing(revisionValidator)
  return {
    effectiveOn: calendarDate(given.effective_on),
    indexMonth: monthStart(given.index_month),
    percent: given.percent?.replace(',', '.') ?? null,
    reason: given.reason ?? null,
  }
}
