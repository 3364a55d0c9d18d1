import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { NotFound } from '#app/kernel/http/access_denied'
import { addAttachment } from '#app/payments/attachments/add_attachment'
import { attachmentsOf } from '#app/payments/attachments/attachments_of'
import { storeAttachment } from '#app/payments/attachments/store_attachment'
import { findScopedOrder } from '#app/payments/orders/controllers/scoped'

const attachmentValidator = vine.create({ file: vine.file({ size: '20mb' }) })

/** Documents that go with a payment. */
export default class PaymentAttachmentsController {
  async store(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    const { file } = await ctx.request.validateUsing(attachmentValidator)
    const actor = actorOf(ctx)
    await addAttachment(order.id, await storeAttachment(file, actor.userId), actor)
    ctx.session.flash('success', 'Justificante añadido.')
    return ctx.response.redirect().withQs().back()
  }

  async show(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    const wanted = Number(ctx.params.file)
    const isOfOrder = (await attachmentsOf(order.id)).some(({ fileId }) => fileId === wanted)
    const file = isOfOrder ? await findFile(wanted) : null
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }
}
