import type { HttpContext } from '@adonisjs/core/http'
import { simulateApproval } from '#app/sites/queries/simulate_approval'
import { scopedSite } from '#app/sites/scoped'
import { simulationValidator } from '#app/sites/validators/approval_validator'

/** «¿Quién aprueba?», answered as plain JSON to the tab. */
export default class ApprovalSimulationsController {
  async show(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const { kind, amount, category_id } = await ctx.request.validateUsing(simulationValidator)
    return ctx.response.send({
      data: await simulateApproval({
        siteId: site.id,
        kind,
        amountMinor: amount,
        categoryId: category_id ?? null,
      }),
    })
  }
}
