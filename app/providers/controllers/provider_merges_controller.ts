import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { mergeProviders } from '#app/providers/actions/merge_providers'
import { previewMerge } from '#app/providers/queries/preview_merge'
import { mergeValidator, previewMergeValidator } from '#app/providers/validators/provider_validator'

/** Two suppliers that are one: what would move, and the merge itself. */
export default class ProviderMergesController {
  async show(ctx: HttpContext) {
    const { target_id: targetId } = await ctx.request.validateUsing(previewMergeValidator)
    const preview = await previewMerge({ sourceId: Number(ctx.params.id), targetId }, scopeOf(ctx))
    return ctx.response.send({ data: preview })
  }

  async store(ctx: HttpContext) {
    const {
      target_id: targetId,
      reason = null,
      is_confirmed: isConfirmed = false,
    } = await ctx.request.validateUsing(mergeValidator)
    const { source, target } = await mergeProviders(
      { sourceId: Number(ctx.params.id), targetId, scope: scopeOf(ctx), reason: reason ?? '', isConfirmed },
      actorOf(ctx)
    )
    ctx.session.flash('success', `${source.legalName} fusionado en ${target.legalName}.`)
    return ctx.response.redirect(`/providers/${targetId}/edit`)
  }
}
