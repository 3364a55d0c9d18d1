import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { counted } from '#app/kernel/text/counted'
import { keysOf, optionsOf } from '#app/kernel/text/labels'
import { batchPage } from '#app/payments/batches/batch_page'
import { cancelBatch } from '#app/payments/batches/cancel_batch'
import { importStatusReport } from '#app/payments/batches/import_status_report'
import { batchesList, channelsOf } from '#app/payments/batches/list_batches'
import { markBatchSent, noteDownload } from '#app/payments/batches/send_batch'
import { takeOutOfBatch } from '#app/payments/batches/take_out_of_batch'
import { assertAllInScope, findScopedBatch, limitPayments } from '#app/payments/orders/controllers/scoped'
import { refusalText } from '#app/payments/orders/page/bulk_outcome'
import { BATCH_STATUS } from '#app/payments/orders/payment_order_workflow'
import { releaseOrders } from '#app/payments/release/release_orders'
import {
  commentValidator,
  orderIdsValidator,
  takeOutOfBatchValidator,
  uploadValidator,
} from '#app/payments/validators/payment_validator'

/** Remesas: approved orders become files for the bank. */
export default class PaymentBatchesController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const list = batchesList(user.role)
    const request = listRequest(ctx, list.definition)
    const filter = batchFilter(ctx)
    await limitPayments(ctx, 'r', filter)
    if (await exportDeclared(ctx, list, { request, filter })) return
    return ctx.inertia.render('payments/batches/index', {
      states: optionsOf(BATCH_STATUS),
      batches: await listOf(list, request, filter),
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
    if (released > 0) ctx.session.flash('success', await releasedText(batchIds, released))
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
    if (!batch.fileId) throw new NotFound()
    // Which one is valid is known under the lock: it may have been written anew meanwhile.
    const fileId = await noteDownload(batch.id, actorOf(ctx))
    const file = fileId ? await findFile(fileId) : null
    if (!file) throw new NotFound()
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

  /** Takes payments out of it: what is left leaves in a file of its own. */
  async takeOut(ctx: HttpContext) {
    const batch = await findScopedBatch(ctx, 'pay')
    const given = await ctx.request.validateUsing(takeOutOfBatchValidator)
    const { orders, isCancelled } = await takeOutOfBatch({
      batchId: batch.id,
      orderIds: given.order_ids,
      reason: given.reason,
      isNotAtBank: given.is_not_at_bank ?? false,
      actor: actorOf(ctx),
    })
    const out = orders === 1 ? '1 pago sacado' : `${orders} pagos sacados`
    ctx.session.flash(
      'success',
      isCancelled
        ? `${out}. No queda ninguno: la remesa ${batch.number} está anulada.`
        : `${out} de la remesa ${batch.number}: ${batch.channel === 'sepa_file' ? 'hay un fichero nuevo y el anterior ya no vale.' : 'ya no deben hacerse en el banco.'}`
    )
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
      `Respuesta del banco sobre ${counted(orders, 'pago', 'pagos')}: ${counted(paid, 'pagado', 'pagados')}, ${counted(failed, 'rechazado', 'rechazados')}, ${doubted} con el titular por confirmar.`
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

/** What has to be done with new batches: by network nothing, else a person takes them to the bank. */
async function releasedText(batchIds: number[], released: number): Promise<string> {
  const channels = await channelsOf(batchIds)
  const todo = [
    ...(channels.includes('sepa_file') ? ['descargue el fichero y súbalo al banco'] : []),
    ...(channels.includes('manual') ? ['haga los pagos en la banca electrónica'] : []),
    ...(channels.includes('api') ? ['salen directamente hacia el banco'] : []),
  ]
  const payments = released === 1 ? '1 pago' : `${released} pagos`
  return `${payments} en ${batchIds.length === 1 ? '1 remesa' : `${batchIds.length} remesas`}: ${todo.join('; ')}.`
}

/** The batches that somebody looks for. */
function batchFilter(ctx: HttpContext): Filter {
  return new QueryFilters(ctx)
    .keys('site_ids', 'r.site_id')
    .oneOf('status', 'r.status', keysOf(BATCH_STATUS))
    .due('due', 'r.execution_date')
    .amounts('total', 'r.total_minor').filter
}
