import type { HttpContext } from '@adonisjs/core/http'
import { markRebilling } from '#app/expenses/actions/mark_rebilling'
import { savePolicy } from '#app/expenses/actions/save_policies'
import { findScopedNote } from '#app/expenses/scoped'
import { policyValidator, rebillingValidator } from '#app/expenses/validators/expense_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, scopeOf } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'

/** What the house allows, and what other companies are to bear. */
export default class NoteRulesController {
  /** Limits of a category; those of the group only by who works with all its companies. */
  async update(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(policyValidator)
    if (given.site_id) await assertCompany(ctx, given.site_id)
    else if (scopeOf(ctx) !== 'all') throw new NotFound()
    await savePolicy(
      {
        siteId: given.site_id ?? null,
        category: given.category ?? null,
        maxPerLineMinor: given.max_per_line,
        maxPerDayMinor: given.max_per_day,
        kmRateMinor: given.km_rate,
        receiptRequiredAboveMinor: given.receipt_required_above,
        monthsBack: given.months_back,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Política guardada.')
    return ctx.response.redirect().withQs().back()
  }

  async store(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const given = await ctx.request.validateUsing(rebillingValidator)
    const { shares = [] } = given
    for (const { site_id: siteId } of shares) await assertCompany(ctx, siteId)
    await markRebilling(
      note.id,
      {
        settingId: given.setting_id ?? null,
        treatment: given.treatment ?? null,
        vatCodeId: given.vat_code_id ?? null,
        shares: shares.map(({ site_id: siteId, amount, percent }) =>
          percent === undefined ? { siteId, amountMinor: amount ?? 0 } : { siteId, basisPoints: percent }
        ),
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Nota ${note.number} refacturada: queda en borrador hasta que se apruebe.`)
    return ctx.response.redirect().withQs().back()
  }
}
