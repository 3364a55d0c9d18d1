import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { chooseProfile } from '#app/invoices/editing/choose_profile'
import {
  addLine,
  changeLine,
  classifyLines,
  type LineInput,
  removeLine,
} from '#app/invoices/editing/edit_lines'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import {
  chosenProfileValidator,
  classificationValidator,
  lineRemovalValidator,
  lineValidator,
} from '#app/invoices/validators/invoice_validator'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { categoryAccount } from '#app/sites/queries/list_categories'

export default class InvoiceLinesController {
  async store(ctx: HttpContext) {
    const { line, ...common } = await this.read(ctx)
    await addLine({ ...common, line })
    return this.done(ctx, 'Línea añadida.')
  }

  async update(ctx: HttpContext) {
    const { line, ...common } = await this.read(ctx)
    await changeLine({ ...common, line, lineId: Number(ctx.params.line) })
    return this.done(ctx, 'Línea guardada.')
  }

  async destroy(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { lock_version: lockVersion } = await ctx.request.validateUsing(lineRemovalValidator)
    await removeLine({
      invoiceId: invoice.id,
      actor: actorOf(ctx),
      lockVersion,
      lineId: Number(ctx.params.line),
    })
    return this.done(ctx, 'Línea eliminada.')
  }

  /** The one of the profiles that tie for a line. */
  async choose(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { profile_id: profileId, lock_version: lockVersion } =
      await ctx.request.validateUsing(chosenProfileValidator)
    await chooseProfile({
      invoiceId: invoice.id,
      lineId: Number(ctx.params.line),
      profileId,
      actor: actorOf(ctx),
      lockVersion,
    })
    return this.done(ctx, 'Línea clasificada.')
  }

  /** One category for every line. */
  async classify(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { category_id: categoryId, lock_version: lockVersion } =
      await ctx.request.validateUsing(classificationValidator)
    await classifyLines({ invoiceId: invoice.id, actor: actorOf(ctx), lockVersion, categoryId })
    return this.done(ctx, 'Factura clasificada.')
  }

  private async read(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const given = await ctx.request.validateUsing(lineValidator)
    const line: LineInput = {
      concept: given.concept,
      quantity: (given.quantity ?? '1').replace(',', '.'),
      baseMinor: given.base,
      vatCodeId: given.vat_code_id ?? null,
      deductiblePercent: given.deductible_percent ?? null,
      withholdingCodeId: given.withholding_code_id ?? null,
      categoryId: given.category_id,
      accountCode: given.account_code ?? (await categoryAccount(given.category_id)),
      centerId: given.center_id ?? null,
      ...(given.period_from === undefined && given.period_to === undefined
        ? {}
        : {
            period: {
              from: (given.period_from ?? null) as CalendarDate | null,
              to: (given.period_to ?? null) as CalendarDate | null,
            },
          }),
      ...(given.unit_price === undefined
        ? {}
        : {
            price: {
              unitPriceMinor4: given.unit_price ? tenThousandths(given.unit_price) : null,
              discountPercent: (given.discount_percent ?? '0').replace(',', '.'),
            },
          }),
    }
    return { invoiceId: invoice.id, actor: actorOf(ctx), lockVersion: given.lock_version, line }
  }

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}

/** "1,2345" as 12345: a price has four decimals, and none of them is lost in a float. */
function tenThousandths(text: string): number {
  const [whole = '0', decimals = ''] = text.replace(',', '.').split('.')
  const digits = Number(`${whole.replace('-', '')}${decimals.padEnd(4, '0')}`)
  return whole.startsWith('-') ? -digits : digits
}
