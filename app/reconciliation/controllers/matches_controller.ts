import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { matchTransfer } from '#app/reconciliation/actions/match_transfer'
import { linesTogether, undoMatch } from '#app/reconciliation/actions/undo_match'
import { findEvidence } from '#app/reconciliation/queries/find_candidates'
import { refusalAtForm } from '#app/reconciliation/refusal_at_form'
import {
  assertMayReconcile,
  assertMayReturn,
  assertMaySeePay,
  scopedLineId,
} from '#app/reconciliation/scoped'
import { matchValidator } from '#app/reconciliation/validators/match_validator'

export default class MatchesController {
  async store(ctx: HttpContext) {
    const lineId = await scopedLineId(ctx)
    const {
      items = [],
      other_line_id: otherLineId,
      write_off: writeOff,
      fee: isFee,
    } = await ctx.request.validateUsing(matchValidator)
    if (otherLineId) await assertMayReconcile(ctx, [otherLineId])
    await assertMaySeePay(
      ctx,
      items.map((item) => item.journal_line_id)
    )
    const chosen = items.map((item) => ({
      journalLineId: item.journal_line_id,
      amountMinor: item.amount_minor,
    }))
    const actor = actorOf(ctx)
    await refusalAtForm(async () => {
      await assertMayReturn(ctx, chosen)
      if (otherLineId) return matchTransfer({ lineId, otherLineId, actor })
      const evidence = await findEvidence(lineId, chosen)
      const difference = isFee ? 'fee' : writeOff ? 'write_off' : 'leave'
      return acceptMatch({ lineId, items: chosen, difference, evidence, actor })
    })
    ctx.session.flash('success', 'Movimiento conciliado.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const lineId = await scopedLineId(ctx)
    await assertMayReconcile(ctx, await linesTogether(lineId))
    await refusalAtForm(() => undoMatch({ lineId, actor: actorOf(ctx) }))
    ctx.session.flash('success', 'Conciliación deshecha.')
    return ctx.response.redirect().withQs().back()
  }
}
