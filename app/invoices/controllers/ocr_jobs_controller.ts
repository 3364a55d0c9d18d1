import type { HttpContext } from '@adonisjs/core/http'
import { limitToScope } from '#app/identity/http/scope'
import { OCR_STATUS, ocrFigures, ocrJobsList } from '#app/invoices/queries/list_ocr_jobs'
import { listRequest } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'

/** The queue of the reader. */
export default class OcrJobsController {
  async index(ctx: HttpContext) {
    const scope = { where: [], bindings: {} }
    limitToScope(ctx, 'i.site_id', scope)
    const filters = new QueryFilters(ctx).oneOf('status', 'j.status', Object.keys(OCR_STATUS))
    limitToScope(ctx, 'i.site_id', filters.filter)
    return ctx.inertia.render('invoices/ocr_jobs/index', {
      statuses: Object.entries(OCR_STATUS).map(([value, { label }]) => ({ value, label })),
      readings: await listOf(ocrJobsList, listRequest(ctx, ocrJobsList.definition), filters.filter),
      // Counted over a month of readings: the list does not wait for it.
      figures: ctx.inertia.defer(() => ocrFigures(scope), { rescue: true }),
    })
  }
}
