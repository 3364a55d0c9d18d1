import type { HttpContext } from '@adonisjs/core/http'
import { seesPayroll, viewerOf } from '#app/accounts/viewer'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { letterByHand } from '#app/reconciliation/actions/lettering/letter_by_hand'
import { undoLettering } from '#app/reconciliation/actions/lettering/undo_lettering'
import { siteOfLettering, sitesOfLines, type Whose } from '#app/reconciliation/queries/lettering_site'
import {
  letteringValidator,
  undoLetteringValidator,
} from '#app/reconciliation/validators/lettering_validator'

/** Punteo by hand of open items, and its undoing. */
export default class LetteringsController {
  async store(ctx: HttpContext) {
    const { items, write_off: writeOff } = await ctx.request.validateUsing(letteringValidator)
    const whose = await sitesOfLines(items.map((item) => item.journal_line_id))
    for (const one of whose) this.assertTheirs(ctx, one)
    const [first, other] = whose
    if (!first) throw new NotFound()
    if (other && other.siteId !== first.siteId)
      throw new DomainError('E_ITEM', 'Las partidas deben ser de una misma empresa.', { field: 'items' })
    const code = await letterByHand({
      siteId: first.siteId,
      items: items.map((item) => ({ journalLineId: item.journal_line_id, amountMinor: item.amount })),
      difference: writeOff ? 'write_off' : 'refuse',
      actor: actorOf(ctx),
    })
    ctx.session.flash('success', `Partidas punteadas: ${code}.`)
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const id = Number(ctx.params.id)
    const whose = await siteOfLettering(id)
    if (!whose) throw new NotFound()
    this.assertTheirs(ctx, whose)
    const { reason } = await ctx.request.validateUsing(undoLetteringValidator)
    await undoLettering({ reconciliationId: id, reason, actor: actorOf(ctx) })
    ctx.session.flash('success', 'Punteo deshecho.')
    return ctx.response.redirect().withQs().back()
  }

  /** 404 outside the caller's companies, and for the pay of people where the caller may not see it. */
  private assertTheirs(ctx: HttpContext, { siteId, isPayroll }: Whose): void {
    assertInScope(ctx, siteId)
    if (isPayroll && !seesPayroll(viewerOf(requireSignedIn(ctx)))) throw new NotFound()
  }
}
