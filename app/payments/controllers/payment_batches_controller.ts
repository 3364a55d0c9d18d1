import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportList } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { keysOf, optionsOf } from '#app/kernel/labels'
import type { Filter } from '#app/kernel/listing'
import { cancelBatch } from '#app/payments/actions/cancel_batch'
import { importStatusReport } from '#app/payments/actions/import_status_report'
import { releaseOrders } from '#app/payments/actions/release_orders'
import { markBatchSent, noteDownload } from '#app/payments/actions/send_batch'
import { refusalText } from '#app/payments/bulk_outcome'
import {
  type BatchRow,
  batchExportColumns,
  batchesList,
  batchPage,
  batchRow,
  type FoundBatch,
  listBatches,
} from '#app/payments/queries/list_batches'
import { assertAllInScope, findScopedBatch, limitPayments } from '#app/payments/scoped'
import {
  commentValidator,
  orderIdsValidator,
  uploadValidator,
} from '#app/payments/validators/payment_validator'
import { BATCH_STATUS } from '#app/payments/workflows/payment_order_workflow'

/** Remesas: approved orders become files for the bank. */
export default class PaymentBatchesController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const definition = batchesList(user.role)
    const request = listRequest(ctx, definition)
    const filter = batchFilter(ctx)
    await limitPayments(ctx, 'r', filter)
    const exported = await exportList<FoundBatch, BatchRow>(ctx, {
      name: 'remesas',
      definition,
      request,
      filter,
      columns: batchExportColumns,
      toRow: batchRow,
    })
    if (exported) return
    return ctx.inertia.render('payments/batches/index', {
      states: optionsOf(BATCH_STATUS),
      batches: await listBatches(request, filter, user),
    })
  }

  async show(ctx: HttpContext) {
    const batch = await findScopedBatch(ctx)
    return ctx.inertia.render('payments/batches/show', await batchPage(batch.id, requireSignedIn(ctx).user))
  }

  async store(ctx: HttpContext) {
    const { order_ids: ids } = await ctx.request.validateUsing(orderIdsValidator)
    await assertAllInScope(ctx, 'payment_orders', ids)
    const { batchIds, released, heldBack } = await releaseOrders(ids, actorOf(ctx))
    const [first] = batchIds
    if (released > 0)
      ctx.session.flash(
        'success',
        `${released} pagos en ${batchIds.length === 1 ? '1 remesa' : `${batchIds.length} remesas`}: descargue el fichero y súbalo al banco.`
      )
    if (heldBack.length > 0)
      ctx.session.flash(
        'warning',
        `${heldBack.length === 1 ? '1 pago no ha salido' : `${heldBack.length} pagos no han salido`}. ${refusalText(heldBack.map((order) => `${order.number}: ${order.reason}`))}`
      )
    if (released === 0 && heldBack.length === 0)
      ctx.session.flash('warning', 'No hay pagos aprobados en la selección.')
    return batchIds.length === 1 && first
      ? ctx.response.redirect(`/payment-batches/${first}`)
      : ctx.response.redirect().withQs().back()
  }

  /** The stored file, always the same bytes. */
  async file(ctx: HttpContext) {
    const batch = await findScopedBatch(ctx, 'pay')
    const file = batch.fileId ? await findFile(batch.fileId) : null
    if (!file) throw new NotFound()
    await noteDownload(batch.id, actorOf(ctx))
    return sendFile(ctx, file)
  }

  /** Annuls it with its orders, while nobody has marked it as sent. */
  async cancel(ctx: HttpContext) {
    const batch = await findScopedBatch(ctx, 'pay')
    const { reason } = await ctx.request.validateUsing(commentValidator)
    await cancelBatch({ batchId: batch.id, reason, actor: actorOf(ctx) })
    ctx.session.flash('success', `Remesa ${batch.number} anulada: sus documentos pueden pagarse de nuevo.`)
    return ctx.response.redirect().withQs().back()
  }

  /** What the bank answers about its file. */
  async answer(ctx: HttpContext) {
    const batch = await findScopedBatch(ctx, 'pay')
    const { file } = await ctx.request.validateUsing(uploadValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    const bytes = await readFile(file.tmpPath)
    const { orders, paid, failed, doubted } = await importStatusReport({
      batchId: batch.id,
      name: file.clientName,
      bytes,
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      failed + doubted > 0 ? 'warning' : 'success',
      `Respuesta del banco sobre ${orders} pagos: ${paid} pagados, ${failed} rechazados, ${doubted} con el titular por confirmar.`
    )
    return ctx.response.redirect().withQs().back()
  }

  async send(ctx: HttpContext) {
    const batch = await findScopedBatch(ctx, 'pay')
    await markBatchSent(batch.id, actorOf(ctx))
    ctx.session.flash('success', `Remesa ${batch.number} marcada como enviada: se espera el extracto.`)
    return ctx.response.redirect().withQs().back()
  }
}

/** The batches that somebody looks for. */
function batchFilter(ctx: HttpContext): Filter {
  return new QueryFilters(ctx)
    .keys('site_ids', 'r.site_id')
    .oneOf('status', 'r.status', keysOf(BATCH_STATUS))
    .due('due', 'r.execution_date')
    .amounts('total', 'r.total_minor').filter
}
