import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { searchText } from '#app/kernel/http/list_request'
import { bookLines } from '#app/reconciliation/actions/book_direct'
import { entryAccounts } from '#app/reconciliation/queries/entry_options'
import { refusalAtForm } from '#app/reconciliation/refusal_at_form'
import { scopedLineId } from '#app/reconciliation/scoped'
import { entryValidator } from '#app/reconciliation/validators/match_validator'

/** "Nuevo asiento" from a movement. */
export default class LineEntriesController {
  /** Accounts that it may be booked to, for a picker. */
  async accounts(ctx: HttpContext) {
    const lineId = await scopedLineId(ctx)
    return ctx.response.send({ data: await entryAccounts(lineId, searchText(ctx)) })
  }

  async store(ctx: HttpContext) {
    const lineId = await scopedLineId(ctx)
    const { description, lines } = await ctx.request.validateUsing(entryValidator)
    const entry = {
      lineId,
      description,
      lines: lines.map((line) => ({
        accountCode: line.account_code,
        amountMinor: line.amount,
        memo: line.memo || null,
        taxCodeId: line.tax_code_id ?? null,
        providerId: line.provider_id ?? null,
        centerId: line.center_id ?? null,
      })),
      actor: actorOf(ctx),
    }
    await refusalAtForm(() => bookLines(entry))
    ctx.session.flash('success', 'Movimiento contabilizado.')
    return ctx.response.redirect().withQs().back()
  }
}
