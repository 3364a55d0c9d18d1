import type { HttpContext } from '@adonisjs/core/http'
import { proposeLine } from '#app/expenses/actions/propose_line'
import { sentFile } from '#app/expenses/http/note_form'
import { countReading } from '#app/expenses/public/submission_limits'
import { readingValidator } from '#app/expenses/validators/expense_validator'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { readStamp } from '#app/identity/public_forms/form_stamp'
import { DomainError } from '#app/kernel/domain_error'

/** Reads a photograph while its line is being filled in; what cannot be read is typed. */
export default class ReceiptReadingsController {
  /** Over the public page: only with the stamp of a form that was shown. */
  async store(ctx: HttpContext) {
    await countReading(ctx.request.ip())
    const { stamp, file } = await ctx.request.validateUsing(readingValidator)
    if (readStamp(stamp ?? '') === 'expired')
      throw new DomainError('E_STAMP', 'Recargue la página.', { field: 'form' })
    return this.propose(ctx, file)
  }

  /** Behind the login. */
  async create(ctx: HttpContext) {
    await countReading(`user_${requireSignedIn(ctx).user.id}`)
    const { file } = await ctx.request.validateUsing(readingValidator)
    return this.propose(ctx, file)
  }

  private async propose({ response }: HttpContext, file: Parameters<typeof sentFile>[0]) {
    const reading = await proposeLine(await sentFile(file))
    return response.send({
      data: reading && {
        spentOn: reading.issuedOn,
        total: reading.totalMinor === null ? null : { minor: reading.totalMinor, currency: reading.currency },
        vat: reading.vatMinor === null ? null : { minor: reading.vatMinor, currency: reading.currency },
        vatRate: reading.vatRate,
        supplierName: reading.supplierName,
        supplierTaxId: reading.supplierTaxId,
        invoiceNumber: reading.invoiceNumber,
      },
    })
  }
}
