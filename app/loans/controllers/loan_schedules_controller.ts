import type { HttpContext } from '@adonisjs/core/http'
import { reportXlsx } from '#app/kernel/documents/report_xlsx'
import { NotFound } from '#app/kernel/http/access_denied'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { EXPORT_MIME } from '#app/kernel/lists/export_file'
import { scheduleProps, scheduleTable } from '#app/loans/queries/loan_schedule'
import { findScopedLoan } from '#app/loans/scoped'
import { readLoan } from '#app/loans/terms/loan'

/** The schedule of a loan as a workbook: the version that holds, unless another is asked for. */
export default class LoanSchedulesController {
  async show(ctx: HttpContext) {
    const loan = await readLoan(await findScopedLoan(ctx))
    const { versions } = await scheduleProps(loan)
    const asked = Number((ctx.request.qs() as Record<string, unknown>).version)
    const shown = versions.find(({ version }) => version === asked) ?? versions[0]
    if (!shown) throw new NotFound()
    ctx.response.header('content-type', EXPORT_MIME.xlsx)
    ctx.response.header('cache-control', 'private, no-store')
    ctx.response.header(
      'content-disposition',
      attachmentHeader(`cuadro-${loan.number}-v${shown.version}.xlsx`)
    )
    return ctx.response.send(await reportXlsx([scheduleTable(shown)]))
  }
}
