import type { HttpContext } from '@adonisjs/core/http'
import { limitToScope } from '#app/identity/http/scope'
import { listOcrJobs, ocrFigures, ocrJobsList } from '#app/invoices/queries/list_ocr_jobs'
import { listRequest } from '#app/kernel/http/list_request'

/** The queue of the reader. */
export default class OcrJobsController {
  async index(ctx: HttpContext) {
    const scope = { where: [], bindings: {} }
    limitToScope(ctx, 'i.site_id', scope)
    return ctx.inertia.render('invoices/ocr_jobs/index', {
      readings: await listOcrJobs(listRequest(ctx, ocrJobsList), scope),
      figures: await ocrFigures(scope),
    })
  }
}
