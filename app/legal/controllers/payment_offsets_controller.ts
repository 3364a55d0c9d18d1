import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { searchText } from '#app/kernel/http/list_request'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { formatDay } from '#app/kernel/time/calendar_date'
import { offsetCost, undoOffset } from '#app/legal/actions/offsets'
import { findCompensationAccounts } from '#app/legal/queries/charge_account'
import { findMovements } from '#app/legal/queries/procedure_choices'
import { findScopedCost } from '#app/legal/scoped'
import { assertMovement, assertOffset } from '#app/legal/scoped_parts'
import { offsetValidator, reasonValidator } from '#app/legal/validators/legal_validator'

/** «Compensar pago manual»: what was paid outside of the product. */
export default class PaymentOffsetsController {
  async store(ctx: HttpContext) {
    const { costId, siteId } = await findScopedCost(ctx)
    const given = await ctx.request.validateUsing(offsetValidator)
    const lineId = given.bank_statement_line_id ?? null
    if (lineId !== null) await assertMovement(ctx, lineId, siteId)
    const [file] = given.files
    if (!file?.tmpPath) throw new DomainError('E_FILE', 'Adjunte el justificante.', { field: 'files' })
    await offsetCost(
      costId,
      {
        amountMinor: given.amount,
        paidOn: given.paid_on as CalendarDate,
        method: given.method,
        reference: given.reference,
        lineId,
        counterAccountId: given.counter_account_id ?? null,
        partnerIds: this.partners(ctx),
        reason: given.reason ? given.reason : null,
        proof: { name: file.clientName, bytes: await readFile(file.tmpPath) },
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Pago manual compensado.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { costId } = await findScopedCost(ctx)
    const offsetId = Number(ctx.params.offset)
    await assertOffset(costId, offsetId)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await undoOffset({ costId, offsetId }, reason ?? null, actorOf(ctx))
    ctx.session.flash('success', 'Pago manual deshecho: el coste vuelve a deberse.')
    return ctx.response.redirect().withQs().back()
  }

  /** Movements of the bank that could be the payment. */
  async movements(ctx: HttpContext) {
    const { siteId } = await findScopedCost(ctx)
    const denied = await deniedAccounts(requireSignedIn(ctx).user.id, 'view')
    const found = await findMovements(siteId, { text: searchText(ctx), deniedAccountIds: denied })
    return ctx.response.json({
      data: found.map(({ id, bookedOn, amountMinor, rawText, account }) => ({
        value: String(id),
        label: `${formatDay(bookedOn as CalendarDate)} · ${formatAmount(amountMinor, 'EUR')} · ${rawText.slice(0, 60)}`,
        hint: account,
      })),
    })
  }

  private partners(ctx: HttpContext): number[] | null {
    const scope = scopeOf(ctx)
    return scope === 'all' ? null : scope
  }

  /** Accounts that a compensation may be charged to. */
  async accounts(ctx: HttpContext) {
    const { siteId } = await findScopedCost(ctx)
    return ctx.response.json({
      data: await findCompensationAccounts(siteId, searchText(ctx), this.partners(ctx)),
    })
  }
}
