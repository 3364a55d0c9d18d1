import type { HttpContext } from '@adonisjs/core/http'
import { scopeOf } from '#app/identity/http/scope'
import { reportXlsx } from '#app/kernel/documents/report_xlsx'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { EXPORT_MIME } from '#app/kernel/lists/export_file'
import { type CalendarDate, isPlausibleDay, today } from '#app/kernel/time/calendar_date'
import { loansSummary, PARTS, type Part } from '#app/loans/queries/loans_summary'
import { pairPage } from '#app/loans/queries/pair_page'
import { summaryTables } from '#app/loans/queries/summary_tables'
import { takingOf } from '#app/loans/queries/taking_page'
import { findScopedPair, isPairOwn } from '#app/loans/scoped'

/** Resumen de préstamos: who in the group owes whom on a day, and what two companies owe each other. */
export default class LoansSummaryController {
  async index(ctx: HttpContext) {
    const day = askedDay(ctx)
    const part = askedPart(ctx)
    const summary = await loansSummary(day, part, scopeOf(ctx))
    if ((ctx.request.qs() as Record<string, unknown>).export === 'xlsx') {
      ctx.response.header('content-type', EXPORT_MIME.xlsx)
      ctx.response.header('cache-control', 'private, no-store')
      ctx.response.header('content-disposition', attachmentHeader(`prestamos-${day}.xlsx`))
      return ctx.response.send(await reportXlsx(summaryTables(summary)))
    }
    return ctx.inertia.render('loans/summary/index', { day, part, parts: partOptions, summary })
  }

  async show(ctx: HttpContext) {
    const pair = await findScopedPair(ctx)
    const day = askedDay(ctx)
    const taking = isPairOwn(ctx, pair) ? await takingOf(pair) : null
    return ctx.inertia.render('loans/summary/show', { day, pair: await pairPage(pair, day), taking })
  }
}

const partOptions = Object.entries(PARTS).map(([value, label]) => ({ value, label }))

function askedDay(ctx: HttpContext): CalendarDate {
  const { day } = ctx.request.qs() as Record<string, unknown>
  return typeof day === 'string' && isPlausibleDay(day) ? day : today()
}

function askedPart(ctx: HttpContext): Part {
  const { part } = ctx.request.qs() as Record<string, unknown>
  return typeof part === 'string' && Object.hasOwn(PARTS, part) ? (part as Part) : 'total'
}
